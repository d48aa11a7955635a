#include "algorithms/lin_ucb/lin_ucb.hpp"

#include <Eigen/Cholesky>
#include <limits>

namespace replaybench::algorithms::lin_ucb {

LinUcb::LinUcb(Action action_count, std::size_t dimension, const Options& options)
    : options_(options),
      dimension_(dimension),
      theta_size_(numeric::padded_size(dimension)),
      row_size_(theta_size_ + numeric::padded_size(numeric::packed_size(dimension))),
      rows_(action_count * row_size_),
      features_(row_size_),
      gain_(dimension) {
  for (Action a = 0; a < action_count; ++a) {
    double* diagonal = rows_.data() + a * row_size_ + theta_size_;
    for (std::size_t i = 0; i < dimension; ++i) diagonal[i] = 1 / options.lambda;
  }
  if (options.inverse == Inverse::exact) {
    const std::size_t size = dimension + numeric::packed_size(dimension);
    moments_.resize(action_count * size);
    work_.resize(2 * dimension * dimension);
    for (Action a = 0; a < action_count; ++a) {
      double* diagonal = moments_.data() + a * size + dimension;
      for (std::size_t i = 0; i < dimension; ++i) diagonal[i] = options.lambda;
    }
  }
}

void LinUcb::update(const Context& context, Action action, double reward) {
  for (std::size_t i = 0; i < dimension_; ++i) features_[i] = context[i];
  if (options_.inverse == Inverse::exact) {
    invert(action, reward);
  } else {
    update_inverse(rows_.data() + action * row_size_, reward);
  }
}

void LinUcb::update_inverse(double* row, double reward) {
  const std::span<const double> x = std::span(features_).first(dimension_);
  numeric::symmetric_times(row + theta_size_, x, gain_.data());
  double spread = 0;
  for (std::size_t i = 0; i < dimension_; ++i) spread += x[i] * gain_[i];
  const double mean = numeric::padded_dot(row, features_.data(), theta_size_);
  numeric::add_outer_product(row + theta_size_, -1 / (1 + spread), gain_);
  const double step = (reward - mean) / (1 + spread);
  for (std::size_t i = 0; i < dimension_; ++i) row[i] += step * gain_[i];
}

void LinUcb::invert(Action action, double reward) {
  const std::size_t d = dimension_;
  const std::span<const double> x = std::span(features_).first(d);
  double* v = moments_.data() + action * (d + numeric::packed_size(d));
  double* m = v + d;
  for (std::size_t i = 0; i < d; ++i) v[i] += reward * x[i];
  numeric::add_outer_product(m, 1, x);

  const auto order = static_cast<Eigen::Index>(d);
  Eigen::Map<Eigen::MatrixXd> full(work_.data(), order, order);
  Eigen::Map<Eigen::MatrixXd> inverse(work_.data() + d * d, order, order);
  for (std::size_t j = 0; j < d; ++j) {
    for (std::size_t i = j; i < d; ++i) work_[i + j * d] = m[numeric::packed_index(d, i, j)];
  }
  Eigen::Ref<Eigen::MatrixXd> in_place(full);
  const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> factor(in_place);
  inverse.setIdentity();
  factor.solveInPlace(inverse);

  double* row = rows_.data() + action * row_size_;
  for (std::size_t j = 0; j < d; ++j) {
    for (std::size_t i = 0; i <= j; ++i) {
      row[theta_size_ + numeric::packed_index(d, i, j)] = work_[d * d + i + j * d];
    }
  }
  Eigen::Map<Eigen::VectorXd> theta(row, order);
  theta = Eigen::Map<const Eigen::VectorXd>(v, order);
  factor.solveInPlace(theta);
}

namespace {

Agent make(const Parameters& parameters, const Problem& problem) {
  Options options;
  options.alpha = parameters.real("alpha");
  options.lambda = parameters.real("lambda");
  options.inverse =
      parameters.text("inverse") == "exact" ? Inverse::exact : Inverse::sherman_morrison;
  options.ties = parameters.text("ties") == "random" ? Ties::random : Ties::lowest;
  return Agent(LinUcb(problem.action_count, problem.dimension, options));
}

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

const AlgorithmDescription description{
    {.name = "lin_ucb",
     .summary = "a ridge regression of the reward for each action; plays the highest upper bound",
     .source = "thesis algorithm 5 (l. 927-961); Li et al., WWW 2010, algorithm 1 (disjoint model)",
     .parameters =
         {real("alpha", 1, "width of the confidence bound; multiplies the square root")
              .at_least(0)
              .below(infinity)
              .source("thesis l. 927; 1 in chapter 5 (l. 2840)")
              .tuned_over({0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3}),
          real("lambda", 1, "ridge regularisation")
              .above(0)
              .below(infinity)
              .source("thesis l. 919; 1 in Li et al. and in chapter 5 (l. 1710, 2840)"),
          choice("inverse", {"sherman_morrison", "exact"},
                 "update the inverse in O(d^2), or invert anew in O(d^3); equal but for roundoff")
              .source("thesis l. 1747"),
          choice("ties", {"lowest", "random"}, "which of several best actions is played")
              .source("thesis l. 945: arbitrarily")}},
    make};

}  // namespace replaybench::algorithms::lin_ucb

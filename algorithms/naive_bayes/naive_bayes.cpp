#include "algorithms/naive_bayes/naive_bayes.hpp"

#include "suite/numeric/elementary.hpp"

namespace replaybench::algorithms::naive_bayes {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double two_pi = 6.283185307179586;

}  // namespace

struct NaiveBayes::Features {
  enum class Kind { constant, binary, other };
  std::vector<Kind> kinds;
  std::vector<double> variances;  // over all examples
};

struct NaiveBayes::Group {
  explicit Group(std::size_t d) : sums(d), squares(d) {}
  double n = 0;
  std::vector<double> sums;  // of the shifted features
  std::vector<double> squares;

  void add(std::span<const double> x, std::span<const double> shift) {
    n += 1;
    for (std::size_t f = 0; f < x.size(); ++f) {
      const double z = x[f] - shift[f];
      sums[f] += z;
      squares[f] += z * z;
    }
  }
  void add(const Group& other, double sign) {
    n += sign * other.n;
    for (std::size_t f = 0; f < sums.size(); ++f) {
      sums[f] += sign * other.sums[f];
      squares[f] += sign * other.squares[f];
    }
  }
};

double NaiveBayes::score(const Context& context, Action action) const {
  double sum = constants_[action];
  const double* w = linear_.data() + action * dimension_;
  const double* q = square_.data() + action * dimension_;
  for (std::size_t f = 0; f < dimension_; ++f) {
    const double z = context[f] - shift_[f];
    sum += z * (w[f] + q[f] * z);
  }
  return sum;
}

void NaiveBayes::add_log_likelihood(const Features& features, const Group& group, double sign,
                                    Action action) {
  if (group.n <= 0) {
    constants_[action] += sign * numeric::log(0.5);
    return;
  }
  constants_[action] += sign * numeric::log(group.n);
  for (std::size_t f = 0; f < dimension_; ++f) {
    double& w = linear_[action * dimension_ + f];
    if (features.kinds[f] == Features::Kind::binary) {
      const double p = (group.sums[f] + options_.smoothing) / (group.n + 2 * options_.smoothing);
      const double off = numeric::log(1 - p);
      constants_[action] += sign * off;
      w += sign * (numeric::log(p) - off);
    } else if (features.kinds[f] == Features::Kind::other) {
      const double mean = group.sums[f] / group.n;
      const double variance = std::max(group.squares[f] / group.n - mean * mean,
                                       options_.least_variance * features.variances[f]);
      constants_[action] -= sign * (mean * mean / variance + numeric::log(two_pi * variance)) / 2;
      w += sign * mean / variance;
      square_[action * dimension_ + f] -= sign / (2 * variance);
    }
  }
}

void NaiveBayes::train(const Log& log) {
  const learning::TrainingRows rows = learning::training_rows(log, options_.scheme, false);
  const std::size_t d = dimension_;
  Features features{std::vector<Features::Kind>(d, Features::Kind::constant),
                    std::vector<double>(d)};
  std::fill(shift_.begin(), shift_.end(), 0.0);
  for (std::size_t f = 0; f < d && rows.size() > 0; ++f) {
    bool binary = true;
    bool constant = true;
    double sum = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double x = rows.row(i)[f];
      binary = binary && (x == 0 || x == 1);
      constant = constant && x == rows.row(0)[f];
      sum += x;
    }
    if (constant) continue;
    features.kinds[f] = binary ? Features::Kind::binary : Features::Kind::other;
    if (binary) continue;
    const double n = static_cast<double>(rows.size());
    shift_[f] = sum / n;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double z = rows.row(i)[f] - shift_[f];
      features.variances[f] += z * z / n;
    }
  }

  std::vector<Group> rewarded(rows.action_count, Group(d));
  std::vector<Group> others(rows.scheme == learning::Scheme::regressors ? rows.action_count : 1,
                            Group(d));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Action action = rows.actions[i];
    if (rows.rewards[i] != 0) {
      rewarded[action].add(rows.row(i), shift_);
    } else {
      others[rows.scheme == learning::Scheme::regressors ? action : 0].add(rows.row(i), shift_);
    }
  }
  std::fill(linear_.begin(), linear_.end(), 0.0);
  std::fill(square_.begin(), square_.end(), 0.0);
  std::fill(constants_.begin(), constants_.end(), 0.0);
  Group everybody(d);
  if (rows.scheme == learning::Scheme::all) {
    everybody.add(others[0], 1);
    for (const Group& group : rewarded) everybody.add(group, 1);
  }
  for (Action action = 0; action < rows.action_count; ++action) {
    const bool regressors = rows.scheme == learning::Scheme::regressors;
    if (rewarded[action].n == 0 && (!regressors || others[action].n == 0)) {
      constants_[action] = -infinity;
      continue;
    }
    add_log_likelihood(features, rewarded[action], 1, action);
    if (regressors) add_log_likelihood(features, others[action], -1, action);
    if (rows.scheme == learning::Scheme::all) {
      Group rest = everybody;
      rest.add(rewarded[action], -1);
      add_log_likelihood(features, rest, -1, action);
    }
  }
  became_trained();
}

namespace {

Agent make(const Options& options, const Problem& problem) {
  return Agent(NaiveBayes(problem.action_count, problem.dimension, options));
}

const auto parameters = bind_parameters<Options>(
    learning::scheme_parameter(&Options::scheme),
    real(&Options::smoothing, "smoothing", "added to the counts of a binary feature's values")
        .above(0)
        .at_most(1e6)
        .source("Laplace's rule"),
    real(&Options::least_variance, "least_variance",
         "of a feature that is not binary, as a share of its variance over all "
         "examples")
        .above(0)
        .at_most(1));

}  // namespace

const AlgorithmDescription description{
    {.name = "naive_bayes",
     .group = Group::trained_offline,
     .summary = "naive Bayes over the rewarded records, trained offline on a log",
     .source = "thesis, table 4.1 (section 4.5, p. 117); McCallum, Nigam, 1998",
     .parameters = parameters.described()},
    {.make = parameters.factory(make), .rewards = RewardRange::binary}};

}  // namespace replaybench::algorithms::naive_bayes

#include "algorithms/ridge_classifier/ridge_classifier.hpp"

#include <vector>

#include "suite/model/numerical_failure.hpp"

namespace replaybench::algorithms::ridge_classifier {

namespace {

// Solves (lambda I + A) w = b for a symmetric positive definite matrix, by Cholesky; plain loops,
// so that the bits do not depend on a library.
class Normal {
 public:
  Normal(std::size_t d, double lambda) : d_(d), a_(d * d) {
    for (std::size_t i = 0; i < d; ++i) a_[i * d + i] = lambda;
  }
  void add(std::span<const double> z) {
    for (std::size_t i = 0; i < d_; ++i) {
      if (z[i] == 0) continue;
      for (std::size_t j = 0; j <= i; ++j) a_[i * d_ + j] += z[i] * z[j];
    }
  }
  void factorise() {
    for (std::size_t i = 0; i < d_; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        double sum = a_[i * d_ + j];
        for (std::size_t k = 0; k < j; ++k) sum -= a_[i * d_ + k] * a_[j * d_ + k];
        if (i == j && !(sum > 0 && std::isfinite(sum))) {
          throw NumericalFailure(
              "ridge_classifier: the regression is singular or overflows; lambda is too small or "
              "the "
              "features are too large");
        }
        a_[i * d_ + j] = i == j ? std::sqrt(sum) : sum / a_[j * d_ + j];
      }
    }
  }
  std::vector<double> solve(std::vector<double> b) const {
    for (std::size_t i = 0; i < d_; ++i) {
      for (std::size_t k = 0; k < i; ++k) b[i] -= a_[i * d_ + k] * b[k];
      b[i] /= a_[i * d_ + i];
    }
    for (std::size_t i = d_; i-- > 0;) {
      for (std::size_t k = i + 1; k < d_; ++k) b[i] -= a_[k * d_ + i] * b[k];
      b[i] /= a_[i * d_ + i];
    }
    return b;
  }

 private:
  std::size_t d_;
  std::vector<double> a_;  // the lower triangle
};

}  // namespace

void RidgeClassifier::train(const Log& log) {
  const learning::TrainingRows rows =
      learning::training_rows(log, options_.scheme, options_.standardise);
  const std::size_t d = rows.dimension;
  scores_.clear();
  Normal common(d, options_.lambda);
  if (rows.scheme != learning::Scheme::regressors) {
    for (std::size_t i = 0; i < rows.size(); ++i) common.add(rows.row(i));
    common.factorise();
  }
  for (Action action = 0; action < rows.action_count; ++action) {
    const learning::ActionTask task = learning::task_of(rows, action);
    if (!learning::can_be_learnt(rows, task)) continue;
    std::vector<double> target(d);
    Normal own(rows.scheme == learning::Scheme::regressors ? d : 0, options_.lambda);
    for (std::size_t i = 0; i < task.examples.size(); ++i) {
      const auto z = rows.row(task.examples[i]);
      if (rows.scheme == learning::Scheme::regressors) own.add(z);
      if (task.targets[i] == 0) continue;
      for (std::size_t f = 0; f < d; ++f) target[f] += task.targets[i] * z[f];
    }
    if (rows.scheme == learning::Scheme::regressors) own.factorise();
    const auto weights =
        (rows.scheme == learning::Scheme::regressors ? own : common).solve(std::move(target));
    for (const double w : weights) {
      if (!std::isfinite(w)) {
        throw NumericalFailure(
            "ridge_classifier: the weights overflow; the features are too large");
      }
    }
    scores_.set(action, weights, 0, rows.scaling);
  }
  became_trained();
}

namespace {

Agent make(const Options& options, const Problem& problem) {
  return Agent(RidgeClassifier(problem.action_count, problem.dimension, options));
}

const auto parameters = bind_parameters<Options>(
    learning::scheme_parameter(&Options::scheme),
    learning::standardise_parameter(&Options::standardise),
    real(&Options::lambda, "lambda", "ridge regularisation of each regression")
        .above(0)
        .at_most(1e9)
        .source("1 as LinUCB's"));

}  // namespace

const AlgorithmDescription description{
    {.name = "ridge_classifier",
     .group = Group::trained_offline,
     .summary = "one linear regression of the reward per action, trained offline on a log",
     .source = "thesis, appendix B.4 (p. 242), figure B.1 (i)",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::algorithms::ridge_classifier

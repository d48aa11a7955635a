#include "algorithms/hybrid_lin_ucb/hybrid_lin_ucb.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "suite/learning/shared_parameters.hpp"
#include "suite/model/linear.hpp"
#include "suite/model/numerical_failure.hpp"

namespace replaybench::algorithms::hybrid_lin_ucb {

HybridLinUcb::HybridLinUcb(Action action_count, std::size_t dimension, const Options& options)
    : alpha_(options.alpha),
      lambda_(options.lambda),
      ties_(options.ties),
      shared_(options.shared),
      ridge_("hybrid_lin_ucb", action_count, dimension, {.lambda = options.lambda}),
      gain_(dimension) {
  if (shared_.empty()) {
    shared_.resize(dimension);
    std::iota(shared_.begin(), shared_.end(), 0u);
  }
  const std::size_t k = shared_.size();
  shared_inverse_.resize(numeric::packed_size(k));
  std::fill_n(shared_inverse_.begin(), k, 1 / options.lambda);
  shared_moments_.resize(k);
  beta_.resize(k);
  shared_gain_.resize(k);
  product_.resize(k);
}

double HybridLinUcb::read_gain(const Context& context, Action action) const {
  ridge_.gain(action, gain_);
  for (std::size_t i = 0; i < shared_.size(); ++i) shared_gain_[i] = lambda_ * gain_[shared_[i]];
  numeric::symmetric_times(shared_inverse_.data(), shared_gain_, product_.data());
  // With large features and a well-known context the product of the two is rounding error.
  return ridge_.keeps_roots() ? ridge_.variance(action) : dot(context, gain_);
}

Prediction HybridLinUcb::predicted(const Context& context, Action action) const {
  const double own = read_gain(context, action);
  const std::size_t k = shared_.size();
  const double variance = own + numeric::dot(shared_gain_.data(), product_.data(), k);
  return {ridge_.mean(action) + numeric::dot(shared_gain_.data(), beta_.data(), k),
          variance > 0 ? variance : 0};
}

void HybridLinUcb::update(const Context& context, Action action, double reward) {
  const std::size_t k = shared_.size();
  ridge_.read(context);
  const double own = read_gain(context, action);
  const double residual = reward - ridge_.mean(action);
  ridge_.update(context, action, reward);  // refuses an `own` that is not above -1

  // A_0 += g g^T / (1 + own), g = shared_gain_; b_0 += g residual / (1 + own).
  const double spread = numeric::dot(shared_gain_.data(), product_.data(), k);
  numeric::add_outer_product(shared_inverse_.data(), -1 / (1 + own + spread), product_);
  for (std::size_t i = 0; i < k; ++i) {
    shared_moments_[i] += residual / (1 + own) * shared_gain_[i];
  }
  numeric::symmetric_times(shared_inverse_.data(), shared_moments_, beta_.data());

  double sum = 0;
  for (const double weight : beta_) sum += weight;
  if (!(1 + own + spread > 0) || !std::isfinite(sum)) {
    throw NumericalFailure(
        "hybrid_lin_ucb: the shared regression became singular or overflowed; scale the features "
        "and rewards, or raise lambda");
  }
}

namespace {

Agent make(const Options& options, const Problem& problem) {
  for (const std::uint32_t feature : options.shared) {
    if (feature >= problem.dimension) {
      throw NotApplicable("hybrid_lin_ucb: there is no feature " + std::to_string(feature) +
                          "; the contexts have " + std::to_string(problem.dimension) +
                          ", numbered from 0");
    }
  }
  Options sorted = options;
  std::sort(sorted.shared.begin(), sorted.shared.end());
  if (std::adjacent_find(sorted.shared.begin(), sorted.shared.end()) != sorted.shared.end()) {
    throw NotApplicable("hybrid_lin_ucb: a feature is shared twice");
  }
  return Agent(HybridLinUcb(problem.action_count, problem.dimension, sorted));
}

const auto parameters = bind_parameters<Options>(
    real(&Options::alpha, "alpha", "width of the confidence bound; multiplies the square root")
        .at_least(0)
        .finite()
        .source("Li et al. 2010, algorithm 2")
        .tuned_over(learning::confidence_widths()),
    real(&Options::lambda, "lambda",
         "ridge regularisation of the shared weights and of the actions' own")
        .above(0)
        .finite()
        .source("1 in Li et al. 2010"),
    integers(&Options::shared, "shared",
             "indices of the features that have a shared weight besides one for each action; "
             "empty: all (lin_ucb is the model that shares none)")
        .at_least(0)
        .source("the paper's z"),
    learning::ties_parameter(&Options::ties,
                             "the shared weights leave equal scores apart by roundoff, so that "
                             "actions of the same history need not tie"));

}  // namespace

const AlgorithmDescription description{
    {.name = "hybrid_lin_ucb",
     .group = Group::linear_models,
     .summary = "ridge regressions of the reward that share a part of their weights between the "
                "actions; plays the highest upper bound",
     .source = "Li et al., WWW 2010, algorithm 2 (hybrid model)",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::algorithms::hybrid_lin_ucb

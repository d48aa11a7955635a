#include "algorithms/lap/lap.hpp"

#include <limits>

#include "suite/model/numerical_failure.hpp"

namespace replaybench::algorithms::lap {

Lap::Lap(Action action_count, std::size_t dimension, const Options& options)
    : options_(options),
      dimension_(dimension),
      row_size_(numeric::padded_size(dimension)),
      rows_(action_count * row_size_),
      variances_(action_count, options.prior_variance),
      deviations_(action_count, deviation(options.prior_variance)) {
  for (Action a = 0; a < action_count; ++a) {
    for (std::size_t i = 0; i < dimension; ++i) rows_[a * row_size_ + i] = options.prior_mean;
  }
}

void Lap::update(const Context& context, Action action, double reward) {
  const std::span<double> w = std::span(rows_).subspan(action * row_size_, row_size_);
  double mean = 0;
  if (options_.lambda == Correctness::corrected) {
    mean = dot(context, w);
  } else {
    for (const double weight : w) mean += weight;
  }
  // Long before the weights overflow: from there to infinity it is a few hundred factors of 2, so
  // that no step of sane features leaves a score that is no number.
  if (!(std::fabs(mean) < 1e100)) {
    throw NumericalFailure(
        "lap: the weights exploded; the features are too large for beta and prior_variance");
  }
  double& variance = variances_[action];
  const double y = reward > 0.5 ? 1 : -1;
  const learning::ProbitStep step =
      learning::probit_step(y, mean, static_cast<double>(dimension_) * variance, options_.beta);
  add_scaled(learning::mean_step(step, variance, options_.gain), context, w);
  variance = learning::shrunk(step, variance);
  deviations_[action] = deviation(variance);
}

namespace {

Agent make(const Options& options, const Problem& problem) {
  return Agent(Lap(problem.action_count, problem.dimension, options));
}

const auto parameters = bind_parameters<Options>(
    real(&Options::exploration, "exploration",
         "variance of a score before any reward: alpha d sigma_prior^2 in the thesis")
        .at_least(0)
        .finite()
        .source("thesis, section 2.6.5 (p. 60): alpha = (F sigma_prior)^-1"),
    real(&Options::beta, "beta", "the larger, the slower it learns")
        .above(0)
        .finite()
        .source("thesis table 2.2 (section 2.6.5, p. 60): 10 at F = 15")
        .tuned_over({1, 3, 10, 30, 100, 300, 1000, 3000}),
    real(&Options::prior_mean, "prior_mean", "mean of every weight before any reward")
        .finite()
        .source("thesis, section 2.6.5 (p. 60)"),
    real(&Options::prior_variance, "prior_variance", "variance of every weight before any reward")
        .above(0)
        .finite()
        .source("thesis, section 2.6.5 (p. 60): N(0, 10^3 CTR)"),
    choice(&Options::gain, "gain",
           {{"printed", learning::Gain::printed}, {"corrected", learning::Gain::corrected}},
           "a mean steps by sigma / Sigma, or by sigma^2 / Sigma (the exact posterior mean)")
        .source("thesis, algorithm 8 (section 2.6.2, p. 57); Graepel et al. 2010"),
    choice(&Options::lambda, "lambda",
           {{"corrected", Correctness::corrected}, {"printed", Correctness::printed}},
           "the correctness of w^T x, or of the sum of the elements of w")
        .source("thesis, sections 2.6.1 (p. 57) and 2.3.3 (p. 46), and algorithm 8 (section "
                "2.6.2, p. 57)"));

}  // namespace

const AlgorithmDescription description{
    {.name = "lap",
     .group = Group::linear_models,
     .summary = "an online probit regression for each action (Linear Ad Predictor); explores by "
                "sampling its score",
     .source = "thesis section 2.6.1 (p. 57), algorithm 8 (section 2.6.2, p. 57)",
     .revision = 2,  // another probit and another order of additions: other last bits
     .parameters = parameters.described()},
    {.make = parameters.factory(make), .rewards = RewardRange::binary}};

}  // namespace replaybench::algorithms::lap

// Logarithmic smoothing: a pessimistic estimate of rewards.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::logarithmic_smoothing {

namespace {

struct Options : offpolicy::FixedPolicyOptions {
  Options() {
    parameter = 0.01;
    has_parameter = true;
  }
};

std::shared_ptr<const Evaluator> make(const Options& options) {
  return std::make_shared<offpolicy::FixedPolicy>(
      "logarithmic_smoothing", offpolicy::estimators::logarithmic_smoothing, options);
}

const auto parameters = bind_parameters<Options>(
    real(&Options::parameter, "lambda", "0: IPS; larger: large terms count less").at_least(0),
    offpolicy::select_parameter(&Options::select), offpolicy::grid_parameter(&Options::grid),
    group(&Options::interval, offpolicy::interval_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "logarithmic_smoothing",
     .summary = "mean of log(1 + lambda w r) / lambda, for rewards of 0 or more",
     .source = "Sakhi et al. 2024",
     .parameters = parameters.described()},
    parameters.factory(make),
    "For fixed policies that give their probabilities, or that columns of the log give; the log "
    "needs propensities. Rewards must be 0 or more; too low by what is smoothed."};

}  // namespace replaybench::evaluators::logarithmic_smoothing

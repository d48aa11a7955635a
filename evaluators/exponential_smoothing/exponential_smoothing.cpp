// Exponential smoothing of the propensities.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::exponential_smoothing {

namespace {

struct Options : offpolicy::FixedPolicyOptions {
  Options() {
    parameter = 0.98;
    has_parameter = true;
  }
};

std::shared_ptr<const Evaluator> make(const Options& options) {
  return std::make_shared<offpolicy::FixedPolicy>(
      "exponential_smoothing", offpolicy::estimators::exponential_smoothing, options);
}

const auto parameters = bind_parameters<Options>(
    real(&Options::parameter, "alpha", "1: IPS; 0: the propensities are ignored")
        .at_least(0)
        .at_most(1),
    offpolicy::select_parameter(&Options::select), offpolicy::grid_parameter(&Options::grid),
    group(&Options::interval, offpolicy::interval_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "exponential_smoothing",
     .summary = "inverse propensity scores with smoothed propensities p^alpha",
     .source = "Aouali et al. 2023",
     .parameters = parameters.described()},
    parameters.factory(make),
    "For fixed policies that give their probabilities, or that columns of the log give; the log "
    "needs propensities."};

}  // namespace replaybench::evaluators::exponential_smoothing

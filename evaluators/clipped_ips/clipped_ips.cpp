// Clipped IPS: no record weighs more than a given weight.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::clipped_ips {

namespace {

struct Options : offpolicy::FixedPolicyOptions {
  Options() {
    parameter = 10;
    has_parameter = true;
  }
};

std::shared_ptr<const Evaluator> make(const Options& options) {
  return std::make_shared<offpolicy::FixedPolicy>("clipped_ips", offpolicy::estimators::clipped,
                                                  options);
}

const auto parameters = bind_parameters<Options>(
    real(&Options::parameter, "cap", "M: the weight is at most this").at_least(0),
    real(&Options::floor, "floor", "tau: propensities below it count as this much")
        .at_least(0)
        .at_most(1)
        .source("thesis section 3.6.2 (p. 91): 0.01 to 0.05"),
    offpolicy::select_parameter(&Options::select), offpolicy::grid_parameter(&Options::grid),
    group(&Options::interval, offpolicy::interval_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "clipped_ips",
     .summary = "inverse propensity scores with capped weights, or floored propensities",
     .source = "Ionides 2008; Bottou et al. 2013; Strehl et al. 2010; thesis section 3.6.2 (p. 91)",
     .parameters = parameters.described()},
    parameters.factory(make),
    "For fixed policies that give their probabilities, or that columns of the log give; the log "
    "needs propensities. Too low for rewards of 0 or more, by what is cut off."};

}  // namespace replaybench::evaluators::clipped_ips

// Clipped IPS: no record weighs more than a given weight.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::clipped_ips {

extern const EvaluatorDescription description;
const EvaluatorDescription description = offpolicy::fixed_policy_evaluator(
    offpolicy::estimators::clipped,
    {.name = "clipped_ips",
     .group = Group::propensity_weights,
     .summary = "inverse propensity scores with capped weights, or floored propensities",
     .source = "Ionides 2008; Bottou et al. 2013; Strehl et al. 2010; thesis section 3.6.2 (p. 91)",
     .revision = 2,  // exact sums: other last bits
     .parameters = {},
     .family = "ips{weights=\"clipped\"}"},
    offpolicy::for_fixed_policies(". Too low for rewards of 0 or more, by what is cut off."),
    bind_with_defaults(offpolicy::with_parameter(10),
                       offpolicy::own_parameter("cap", "M: the weight is at most this").above(0),
                       real(&offpolicy::FixedPolicyOptions::floor, "floor",
                            "tau: propensities below it count as this much")
                           .at_least(0)
                           .at_most(1)
                           .source("thesis section 3.6.2 (p. 91): 0.01 to 0.05"),
                       offpolicy::selection_parameters(), offpolicy::interval_group()));

}  // namespace replaybench::evaluators::clipped_ips

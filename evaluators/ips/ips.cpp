// IPS: rewards weighted by the policy's probability of the action over the logging policy's.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::ips {

extern const EvaluatorDescription description;
const EvaluatorDescription description = offpolicy::fixed_policy_evaluator(
    offpolicy::estimators::importance_sampling,
    {.name = "ips",
     .group = Group::propensity_weights,
     .is_core = true,
     .summary = "inverse propensity scores: mean of w r, w = policy / logger",
     .source = "Horvitz, Thompson 1952; Strehl et al. 2010",
     .revision = 2,  // exact sums: other last bits
     .parameters = {},
     .aliases = "ipw; importance_sampling",
     .family = "ips{weights=\"propensity\"}"},
    offpolicy::for_fixed_policies(". Without bias where the propensities are right, of large "
                                  "variance where weights are large."),
    bind_parameters<offpolicy::FixedPolicyOptions>(offpolicy::interval_group(true)));

}  // namespace replaybench::evaluators::ips

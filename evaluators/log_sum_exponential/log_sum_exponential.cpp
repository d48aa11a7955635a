// LSE: the log-sum-exponential of the weighted rewards.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::log_sum_exponential {

extern const EvaluatorDescription description;
const EvaluatorDescription description = offpolicy::fixed_policy_evaluator(
    offpolicy::estimators::log_sum_exponential,
    {.name = "log_sum_exponential",
     .group = Group::propensity_weights,
     .summary = "log-mean-exponential of w r: a mean that large terms move little",
     .source = "Behnamnia et al. 2025",
     .revision = 2,  // exact sums: other last bits
     .parameters = {}},
    offpolicy::for_fixed_policies("."),
    bind_with_defaults(
        offpolicy::with_parameter(-0.01),
        offpolicy::own_parameter("lambda", "0: IPS; below: large terms count less").at_most(0),
        offpolicy::interval_group()));

}  // namespace replaybench::evaluators::log_sum_exponential

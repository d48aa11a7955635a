// Exponential smoothing of the propensities.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::exponential_smoothing {

extern const EvaluatorDescription description;
const EvaluatorDescription description = offpolicy::fixed_policy_evaluator(
    offpolicy::estimators::exponential_smoothing,
    {.name = "exponential_smoothing",
     .group = Group::propensity_weights,
     .summary = "inverse propensity scores with smoothed propensities p^alpha",
     .source = "Aouali et al. 2023",
     .revision = 2,  // exact sums: other last bits
     .parameters = {},
     .family = "ips{weights=\"exponential_smoothing\"}"},
    offpolicy::for_fixed_policies("."),
    bind_with_defaults(offpolicy::with_parameter(0.98),
                       offpolicy::own_parameter("alpha", "1: IPS; 0: the propensities are ignored")
                           .at_least(0)
                           .at_most(1),
                       offpolicy::selection_parameters(), offpolicy::interval_group()));

}  // namespace replaybench::evaluators::exponential_smoothing

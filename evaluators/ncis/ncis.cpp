// NCIS: the mean of the rewards with capped weights.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::ncis {

extern const EvaluatorDescription description;
const EvaluatorDescription description = offpolicy::fixed_policy_evaluator(
    offpolicy::estimators::normalised_capped,
    {.name = "ncis",
     .group = Group::propensity_weights,
     .summary = "normalised capped importance sampling: SNIPS with capped weights",
     .source = "Gilotte et al. 2018",
     .revision = 2,  // exact sums: other last bits
     .parameters = {},
     .family = "snips{weights=\"clipped\"}"},
    offpolicy::for_fixed_policies("."),
    bind_with_defaults(offpolicy::with_parameter(10),
                       offpolicy::own_parameter("cap", "M: the weight is at most this").above(0),
                       offpolicy::interval_group()));

}  // namespace replaybench::evaluators::ncis

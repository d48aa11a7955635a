// SWITCH-DR: DR of the records of small weight, the direct method for all.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::switch_dr {

extern const EvaluatorDescription description;
const EvaluatorDescription description = offpolicy::fixed_policy_evaluator(
    offpolicy::estimators::switching_doubly_robust,
    {.name = "switch_dr",
     .group = Group::reward_models,
     .summary = "doubly robust whose correction leaves out weights above tau",
     .source = "Wang, Agarwal, Dudik 2017",
     .revision = 2,  // exact sums; folds from a stream of their own
     .parameters = {},
     .family = "dr{weights=\"switch\"}"},
    offpolicy::for_fixed_policies(", the policy's probabilities of all actions."),
    bind_with_defaults(
        offpolicy::with_parameter(10),
        offpolicy::own_parameter("tau", "the largest weight that is used").at_least(0),
        offpolicy::selection_parameters(), offpolicy::model_group(), offpolicy::interval_group()));

}  // namespace replaybench::evaluators::switch_dr

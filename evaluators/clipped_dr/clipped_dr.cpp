// DR whose correction has capped weights.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::clipped_dr {

extern const EvaluatorDescription description;
const EvaluatorDescription description = offpolicy::fixed_policy_evaluator(
    offpolicy::estimators::capped_doubly_robust,
    {.name = "clipped_dr",
     .group = Group::reward_models,
     .summary = "doubly robust with capped weights: pessimistic shrinkage",
     .source = "Su, Dimakopoulou, Krishnamurthy, Dudik 2020",
     .revision = 2,  // exact sums; folds from a stream of their own
     .parameters = {},
     .family = "dr{weights=\"clipped\"}"},
    offpolicy::for_fixed_policies(", the policy's probabilities of all actions."),
    bind_with_defaults(
        offpolicy::with_parameter(10),
        offpolicy::own_parameter("cap", "M: the weight is at most this; 0: DM").at_least(0),
        offpolicy::selection_parameters(), offpolicy::model_group(), offpolicy::interval_group()));

}  // namespace replaybench::evaluators::clipped_dr

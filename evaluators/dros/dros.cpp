// DRos: between the direct method and DR.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::dros {

extern const EvaluatorDescription description;
const EvaluatorDescription description = offpolicy::fixed_policy_evaluator(
    offpolicy::estimators::optimistic_doubly_robust,
    {.name = "dros",
     .group = Group::reward_models,
     .summary = "doubly robust with optimistic shrinkage of the weights",
     .source = "Su, Dimakopoulou, Krishnamurthy, Dudik 2020",
     .revision = 2,  // exact sums; folds from a stream of their own
     .parameters = {},
     .family = "dr{weights=\"shrunk\"}"},
    offpolicy::for_fixed_policies(", the policy's probabilities of all actions."),
    bind_with_defaults(
        offpolicy::with_parameter(100),
        offpolicy::own_parameter("lambda", "weights are lambda w / (w^2 + lambda); 0: DM")
            .at_least(0),
        offpolicy::selection_parameters(), offpolicy::model_group(), offpolicy::interval_group()));

}  // namespace replaybench::evaluators::dros

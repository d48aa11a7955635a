// SWITCH, whose name is a keyword of C++ and therefore no namespace.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::switch_estimator {

extern const EvaluatorDescription description;
const EvaluatorDescription description = offpolicy::fixed_policy_evaluator(
    offpolicy::estimators::switching,
    {.name = "switch_estimator",
     .group = Group::reward_models,
     .summary =
         "SWITCH: weighted rewards where weights are small, a reward model where they are large",
     .source = "Wang, Agarwal, Dudik 2017",
     .revision = 2,  // exact sums; folds from a stream of their own
     .parameters = {},
     .aliases = "switch"},
    offpolicy::for_fixed_policies(", the policy's probabilities of all actions; also the logging "
                                  "policy's probabilities of all actions."),
    bind_with_defaults(
        offpolicy::with_parameter(10),
        offpolicy::own_parameter("tau", "the largest weight that is used").at_least(0),
        offpolicy::selection_parameters(), offpolicy::model_group(), offpolicy::logger_parameter(),
        offpolicy::interval_group()));

}  // namespace replaybench::evaluators::switch_estimator

// CAB: capped weights, with a reward model for the weight that the cap removes.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::cab {

extern const EvaluatorDescription description;
const EvaluatorDescription description = offpolicy::fixed_policy_evaluator(
    offpolicy::estimators::continuous_blending,
    {.name = "cab",
     .group = Group::reward_models,
     .summary = "continuous adaptive blending: capped weighted rewards, a reward model for what is "
                "cut off",
     .source = "Su, Wang, Santacatterina, Joachims 2019",
     .revision = 2,  // exact sums; folds from a stream of their own
     .parameters = {}},
    offpolicy::for_fixed_policies(", the policy's probabilities of all actions; also the logging "
                                  "policy's probabilities of all actions."),
    bind_with_defaults(offpolicy::with_parameter(10),
                       offpolicy::own_parameter("cap", "M: the largest weight").at_least(0),
                       offpolicy::selection_parameters(), offpolicy::model_group(),
                       offpolicy::logger_parameter(), offpolicy::interval_group()));

}  // namespace replaybench::evaluators::cab

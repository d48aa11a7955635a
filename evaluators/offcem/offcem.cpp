// OffCEM: DR with the weights of categories.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::offcem {

extern const EvaluatorDescription description;
const EvaluatorDescription description = offpolicy::fixed_policy_evaluator(
    offpolicy::estimators::conjunct_effect,
    {.name = "offcem",
     .group = Group::reward_models,
     .summary = "off-policy conjunct effect model: category weights correct a reward model",
     .source = "Saito, Ren, Joachims 2023",
     .revision = 2,  // exact sums; folds from a stream of their own
     .parameters = {}},
    "For fixed policies that give their probabilities of all actions, with the logging policy's "
    "probabilities of all actions. Without bias where the model is right about differences within "
    "a category.",
    bind_parameters<offpolicy::FixedPolicyOptions>(
        offpolicy::model_group(), offpolicy::logger_parameter(), offpolicy::categories_parameter(),
        offpolicy::interval_group()));

}  // namespace replaybench::evaluators::offcem

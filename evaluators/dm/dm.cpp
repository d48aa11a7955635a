// DM: the policy is evaluated on a model of the rewards.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::dm {

extern const EvaluatorDescription description;
const EvaluatorDescription description = offpolicy::fixed_policy_evaluator(
    offpolicy::estimators::direct,
    {.name = "dm",
     .group = Group::reward_models,
     .is_core = true,
     .summary = "direct method: what a reward model predicts for the policy",
     .source = "Beygelzimer, Langford 2009",
     .revision = 2,  // exact sums; folds from a stream of their own
     .parameters = {},
     .aliases = "direct_method"},
    "For fixed policies that give their probabilities of all actions. Needs no propensities; as "
    "wrong as its reward model is, and gives no standard error: it would not show that.",
    bind_parameters<offpolicy::FixedPolicyOptions>(offpolicy::model_group()));

}  // namespace replaybench::evaluators::dm

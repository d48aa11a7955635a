// DR: the direct method plus IPS of its residuals.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::dr {

extern const EvaluatorDescription description;
const EvaluatorDescription description = offpolicy::fixed_policy_evaluator(
    offpolicy::estimators::doubly_robust,
    {.name = "dr",
     .group = Group::reward_models,
     .is_core = true,
     .summary = "doubly robust: a reward model, corrected by weighted errors",
     .source = "Dudik, Langford, Li 2011",
     .revision = 2,  // exact sums; folds from a stream of their own
     .parameters = {},
     .aliases = "doubly_robust; aipw",
     .family = "dr{weights=\"propensity\"}"},
    offpolicy::for_fixed_policies(", the policy's probabilities of all actions. Without bias where "
                                  "the propensities or the model are right."),
    bind_parameters<offpolicy::FixedPolicyOptions>(offpolicy::model_group(),
                                                   offpolicy::interval_group()));

}  // namespace replaybench::evaluators::dr

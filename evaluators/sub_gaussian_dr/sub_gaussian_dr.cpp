// DR whose correction has weights w / (1 - lambda + lambda w).
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::sub_gaussian_dr {

extern const EvaluatorDescription description;
const EvaluatorDescription description = offpolicy::fixed_policy_evaluator(
    offpolicy::estimators::sub_gaussian_doubly_robust,
    {.name = "sub_gaussian_dr",
     .group = Group::reward_models,
     .summary = "doubly robust with sub-Gaussian weights",
     .source = "Metelli, Russo, Restelli 2021",
     .revision = 2,  // exact sums; folds from a stream of their own
     .parameters = {},
     .family = "dr{weights=\"sub_gaussian\"}"},
    offpolicy::for_fixed_policies(", the policy's probabilities of all actions."),
    bind_with_defaults(offpolicy::with_parameter(0.01),
                       offpolicy::own_parameter("lambda", "0: DR").at_least(0).at_most(1),
                       offpolicy::selection_parameters(), offpolicy::model_group(),
                       offpolicy::interval_group()));

}  // namespace replaybench::evaluators::sub_gaussian_dr

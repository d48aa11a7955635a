// Balanced DR: doubly robust on a log of several logging policies, as the log of their mixture.
//
// The estimator: suite/offpolicy/loggers.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::balanced_dr {

extern const EvaluatorDescription description;
const EvaluatorDescription description = offpolicy::fixed_policy_evaluator(
    offpolicy::estimators::balanced_doubly_robust,
    {.name = "balanced_dr",
     .group = Group::reward_models,
     .summary = "doubly robust on a log of several loggers: weights by their mixture",
     .source = "Agarwal, Basu, Schnabel, Joachims 2017; Kallus, Saito, Uehara 2021",
     .revision = 2,  // exact sums; folds from a stream of their own
     .parameters = {},
     .family = "dr{weights=\"balanced\"}"},
    offpolicy::for_fixed_policies(
        ", a column with the name of each record's logger, each logger's probabilities as those of "
        "a policy of this name, and the policy's probabilities of all actions. Without bias where "
        "the loggers' probabilities or the model are right; of the least variance that is possible "
        "on a long log where both are."),
    bind_parameters<offpolicy::FixedPolicyOptions>(offpolicy::model_group(),
                                                   offpolicy::interval_group()));

}  // namespace replaybench::evaluators::balanced_dr

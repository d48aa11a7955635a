// Weighted DR: a doubly robust estimate from each of several logging policies, the better one counting
// more.
//
// The estimator: suite/offpolicy/loggers.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/estimation/shared_parameters.hpp"
#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::weighted_dr {

extern const EvaluatorDescription description;
const EvaluatorDescription description = offpolicy::fixed_policy_evaluator(
    offpolicy::estimators::weighted_doubly_robust,
    {.name = "weighted_dr",
     .group = Group::reward_models,
     .summary = "doubly robust on a log of several loggers: each logger's estimate, weighted by "
                "its inverse variance",
     .source = "Agarwal, Basu, Schnabel, Joachims 2017; Kallus, Saito, Uehara 2021",
     .revision = 2,  // exact sums; own stream of folds; error by logger
     .parameters = {},
     .family = "dr{weights=\"weighted\"}"},
    offpolicy::for_fixed_policies(
        ", a column with the name of each record's logger, and the policy's probabilities of all "
        "actions. The loggers' probabilities are not needed. The variances are estimated from the "
        "same rewards, which leaves a bias of order 1/n."),
    bind_parameters<offpolicy::FixedPolicyOptions>(
        offpolicy::model_group(),
        group(&offpolicy::FixedPolicyOptions::interval,
              bind_parameters<offpolicy::IntervalOptions>(
                  estimation::level_parameter(&offpolicy::IntervalOptions::level)))));

}  // namespace replaybench::evaluators::weighted_dr

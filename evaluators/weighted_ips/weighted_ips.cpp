// Weighted IPS: an estimate from each of several logging policies, the better one counting more.
//
// The estimator: suite/offpolicy/loggers.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::weighted_ips {

extern const EvaluatorDescription description;
const EvaluatorDescription description = offpolicy::fixed_policy_evaluator(
    offpolicy::estimators::weighted_by_divergence,
    {.name = "weighted_ips",
     .group = Group::propensity_weights,
     .summary = "inverse propensity scores of a log of several loggers: each logger's estimate, "
                "weighted by its inverse variance",
     .source = "Agarwal, Basu, Schnabel, Joachims 2017",
     .revision = 2,  // exact sums; error by logger
     .parameters = {},
     .family = "ips{weights=\"weighted\"}"},
    offpolicy::for_fixed_policies(
        ", and a column with the name of each record's logger. The variances are estimated from "
        "the same rewards: with few rewards behind a logger the estimate is too low, for a sample "
        "that has few of them looks certain as well."),
    bind_parameters<offpolicy::FixedPolicyOptions>(group(
        &offpolicy::FixedPolicyOptions::interval, offpolicy::interval_parameters_by_logger())));

}  // namespace replaybench::evaluators::weighted_ips

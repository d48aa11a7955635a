// Balanced IPS: a log of several logging policies as the log of their mixture.
//
// The estimator: suite/offpolicy/loggers.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::balanced_ips {

extern const EvaluatorDescription description;
const EvaluatorDescription description = offpolicy::fixed_policy_evaluator(
    offpolicy::estimators::balanced,
    {.name = "balanced_ips",
     .group = Group::propensity_weights,
     .summary = "inverse propensity scores of a log of several loggers: weights by their mixture",
     .source = "Agarwal, Basu, Schnabel, Joachims 2017",
     .revision = 2,  // exact sums: other last bits
     .parameters = {},
     .family = "ips{weights=\"balanced\"}"},
    offpolicy::for_fixed_policies(
        ", a column with the name of each record's logger, and each logger's probabilities as "
        "those of a policy of this name. Without bias where they are right; its variance is at "
        "most that of ips on the same log; its standard error takes the records as draws of the "
        "mixture, and is on average not too small where each logger wrote a given number of them."),
    bind_parameters<offpolicy::FixedPolicyOptions>(offpolicy::interval_group()));

}  // namespace replaybench::evaluators::balanced_ips

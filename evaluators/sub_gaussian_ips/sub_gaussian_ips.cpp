// Sub-Gaussian importance sampling: harmonic correction of the weights.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::sub_gaussian_ips {

extern const EvaluatorDescription description;
const EvaluatorDescription description = offpolicy::fixed_policy_evaluator(
    offpolicy::estimators::sub_gaussian,
    {.name = "sub_gaussian_ips",
     .group = Group::propensity_weights,
     .summary = "inverse propensity scores with sub-Gaussian weights w / (1 - lambda + lambda w)",
     .source = "Metelli, Russo, Restelli 2021",
     .revision = 2,  // exact sums: other last bits
     .parameters = {},
     .family = "ips{weights=\"sub_gaussian\"}"},
    offpolicy::for_fixed_policies("."),
    bind_with_defaults(offpolicy::with_parameter(0.01),
                       offpolicy::own_parameter(
                           "lambda", "0: IPS; 1: the mean of the records that the policy can take")
                           .at_least(0)
                           .at_most(1),
                       offpolicy::selection_parameters(), offpolicy::interval_group()));

}  // namespace replaybench::evaluators::sub_gaussian_ips

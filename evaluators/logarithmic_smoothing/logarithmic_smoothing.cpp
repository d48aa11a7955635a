// Logarithmic smoothing: a pessimistic estimate of rewards.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::logarithmic_smoothing {

extern const EvaluatorDescription description;
const EvaluatorDescription description = offpolicy::fixed_policy_evaluator(
    offpolicy::estimators::logarithmic_smoothing,
    {.name = "logarithmic_smoothing",
     .group = Group::propensity_weights,
     .summary = "mean of log(1 + lambda w r) / lambda, for rewards of 0 or more",
     .source = "Sakhi et al. 2024",
     .revision = 2,  // exact sums: other last bits
     .parameters = {},
     .family = "ips{weights=\"logarithmic_smoothing\"}"},
    offpolicy::for_fixed_policies(". Rewards must be 0 or more; too low by what is smoothed."),
    bind_with_defaults(
        offpolicy::with_parameter(0.01),
        offpolicy::own_parameter("lambda", "0: IPS; larger: large terms count less").at_least(0),
        offpolicy::selection_parameters(), offpolicy::interval_group()));

}  // namespace replaybench::evaluators::logarithmic_smoothing

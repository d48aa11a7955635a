// Logarithmic smoothing: a pessimistic estimate of rewards.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::logarithmic_smoothing {

namespace {

const auto parameters = bind_with_defaults(
    offpolicy::with_parameter(0.01),
    real(&offpolicy::FixedPolicyOptions::parameter, "lambda",
         "0: IPS; larger: large terms count less")
        .at_least(0),
    offpolicy::select_parameter(&offpolicy::FixedPolicyOptions::select),
    offpolicy::grid_parameter(&offpolicy::FixedPolicyOptions::grid),
    group(&offpolicy::FixedPolicyOptions::interval, offpolicy::interval_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "logarithmic_smoothing",
     .group = Group::propensity_weights,
     .summary = "mean of log(1 + lambda w r) / lambda, for rewards of 0 or more",
     .source = "Sakhi et al. 2024",
     .revision = 2,  // exact sums: other last bits
     .parameters = parameters.described(),
     .family = "ips{weights=\"logarithmic_smoothing\"}"},
    {.make = parameters.factory(
         offpolicy::maker("logarithmic_smoothing", offpolicy::estimators::logarithmic_smoothing)),
     .applicability = offpolicy::for_fixed_policies(
         ". Rewards must be 0 or more; too low by what is smoothed.")}};

}  // namespace replaybench::evaluators::logarithmic_smoothing

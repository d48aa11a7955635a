// Exponential smoothing of the propensities.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::exponential_smoothing {

namespace {

const auto parameters = bind_with_defaults(
    offpolicy::with_parameter(0.98),
    real(&offpolicy::FixedPolicyOptions::parameter, "alpha",
         "1: IPS; 0: the propensities are ignored")
        .at_least(0)
        .at_most(1),
    offpolicy::select_parameter(&offpolicy::FixedPolicyOptions::select),
    offpolicy::grid_parameter(&offpolicy::FixedPolicyOptions::grid),
    group(&offpolicy::FixedPolicyOptions::interval, offpolicy::interval_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "exponential_smoothing",
     .group = Group::propensity_weights,
     .summary = "inverse propensity scores with smoothed propensities p^alpha",
     .source = "Aouali et al. 2023",
     .revision = 2,  // exact sums: other last bits
     .parameters = parameters.described(),
     .family = "ips{weights=\"exponential_smoothing\"}"},
    {.make = parameters.factory(
         offpolicy::maker("exponential_smoothing", offpolicy::estimators::exponential_smoothing)),
     .applicability = offpolicy::for_fixed_policies(".")}};

}  // namespace replaybench::evaluators::exponential_smoothing

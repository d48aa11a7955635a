// Sub-Gaussian importance sampling: harmonic correction of the weights.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::sub_gaussian_ips {

namespace {

const auto parameters = bind_with_defaults(
    offpolicy::with_parameter(0.01),
    real(&offpolicy::FixedPolicyOptions::parameter, "lambda",
         "0: IPS; 1: the mean of the records that the policy can take")
        .at_least(0)
        .at_most(1),
    offpolicy::select_parameter(&offpolicy::FixedPolicyOptions::select),
    offpolicy::grid_parameter(&offpolicy::FixedPolicyOptions::grid),
    group(&offpolicy::FixedPolicyOptions::interval, offpolicy::interval_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "sub_gaussian_ips",
     .group = Group::propensity_weights,
     .summary = "inverse propensity scores with sub-Gaussian weights w / (1 - lambda + lambda w)",
     .source = "Metelli, Russo, Restelli 2021",
     .revision = 2,  // exact sums: other last bits
     .parameters = parameters.described(),
     .family = "ips{weights=\"sub_gaussian\"}"},
    {.make = parameters.factory(
         offpolicy::maker("sub_gaussian_ips", offpolicy::estimators::sub_gaussian)),
     .applicability = offpolicy::for_fixed_policies(".")}};

}  // namespace replaybench::evaluators::sub_gaussian_ips

// IPS: rewards weighted by how much likelier the policy is to take the action than the logger was.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::ips {

namespace {

const auto parameters = bind_parameters<offpolicy::FixedPolicyOptions>(
    group(&offpolicy::FixedPolicyOptions::interval, offpolicy::interval_parameters(true)));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "ips",
     .group = Group::propensity_weights,
     .is_core = true,
     .summary = "inverse propensity scores: mean of w r, w = policy / logger",
     .source = "Horvitz, Thompson 1952; Strehl et al. 2010",
     .revision = 2,  // exact sums: other last bits
     .parameters = parameters.described(),
     .aliases = "ipw; importance_sampling",
     .family = "ips{weights=\"propensity\"}"},
    {.make =
         parameters.factory(offpolicy::maker("ips", offpolicy::estimators::importance_sampling)),
     .applicability =
         offpolicy::for_fixed_policies(". Without bias where the propensities are right, of large "
                                       "variance where weights are large.")}};

}  // namespace replaybench::evaluators::ips

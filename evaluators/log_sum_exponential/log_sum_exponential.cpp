// LSE: the log-sum-exponential of the weighted rewards.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::log_sum_exponential {

namespace {

const auto parameters = bind_with_defaults(
    offpolicy::with_parameter(-0.01),
    real(&offpolicy::FixedPolicyOptions::parameter, "lambda",
         "0: IPS; below: large terms count less")
        .at_most(0),
    group(&offpolicy::FixedPolicyOptions::interval, offpolicy::interval_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "log_sum_exponential",
     .group = Group::propensity_weights,
     .summary = "log-mean-exponential of w r: a mean that large terms move little",
     .source = "Behnamnia et al. 2025",
     .revision = 2,  // exact sums: other last bits
     .parameters = parameters.described()},
    {.make = parameters.factory(
         offpolicy::maker("log_sum_exponential", offpolicy::estimators::log_sum_exponential)),
     .applicability = offpolicy::for_fixed_policies(".")}};

}  // namespace replaybench::evaluators::log_sum_exponential

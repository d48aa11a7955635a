// IX: no propensity is below gamma, smoothly.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::ix_ips {

namespace {

const auto parameters = bind_with_defaults(
    offpolicy::with_parameter(0.01),
    real(&offpolicy::FixedPolicyOptions::parameter, "gamma", "what is added to each propensity")
        .at_least(0),
    offpolicy::select_parameter(&offpolicy::FixedPolicyOptions::select),
    offpolicy::grid_parameter(&offpolicy::FixedPolicyOptions::grid),
    group(&offpolicy::FixedPolicyOptions::interval, offpolicy::interval_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "ix_ips",
     .group = Group::propensity_weights,
     .summary =
         "implicit exploration: inverse propensity scores with gamma added to every propensity",
     .source = "Neu 2015; Gabbianelli et al. 2024",
     .revision = 2,  // exact sums: other last bits
     .parameters = parameters.described(),
     .family = "ips{weights=\"implicit_exploration\"}"},
    {.make = parameters.factory(
         offpolicy::maker("ix_ips", offpolicy::estimators::implicit_exploration)),
     .applicability = offpolicy::for_fixed_policies(". Too low for rewards of 0 or more.")}};

}  // namespace replaybench::evaluators::ix_ips

// SNIPS: the weighted mean of the rewards.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::snips {

extern const EvaluatorDescription description;
const EvaluatorDescription description = offpolicy::fixed_policy_evaluator(
    offpolicy::estimators::self_normalised,
    {.name = "snips",
     .group = Group::propensity_weights,
     .is_core = true,
     .summary = "self-normalised IPS: sum of w r over sum of w",
     .source = "Swaminathan, Joachims 2015",
     .revision = 2,  // exact sums: other last bits
     .parameters = {},
     .aliases = "self_normalised_ips",
     .family = "snips{weights=\"propensity\"}"},
    offpolicy::for_fixed_policies(". A ratio: its bias is of order 1/n."),
    bind_parameters<offpolicy::FixedPolicyOptions>(offpolicy::interval_group()),
    {.is_default_for = DefaultFor::target_policies});

}  // namespace replaybench::evaluators::snips

// IX: no propensity is below gamma, smoothly.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::ix_ips {

extern const EvaluatorDescription description;
const EvaluatorDescription description = offpolicy::fixed_policy_evaluator(
    offpolicy::estimators::implicit_exploration,
    {.name = "ix_ips",
     .group = Group::propensity_weights,
     .summary =
         "implicit exploration: inverse propensity scores with gamma added to every propensity",
     .source = "Neu 2015; Gabbianelli et al. 2024",
     .revision = 2,  // exact sums: other last bits
     .parameters = {},
     .family = "ips{weights=\"implicit_exploration\"}"},
    offpolicy::for_fixed_policies(". Too low for rewards of 0 or more."),
    bind_with_defaults(
        offpolicy::with_parameter(0.01),
        offpolicy::own_parameter("gamma", "what is added to each propensity").at_least(0),
        offpolicy::selection_parameters(), offpolicy::interval_group()));

}  // namespace replaybench::evaluators::ix_ips

// DR: the direct method plus IPS of its residuals.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::dr {

namespace {

const auto parameters = bind_parameters<offpolicy::FixedPolicyOptions>(
    group(&offpolicy::FixedPolicyOptions::model, offpolicy::model_parameters()),
    group(&offpolicy::FixedPolicyOptions::interval, offpolicy::interval_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "dr",
     .group = Group::reward_models,
     .is_core = true,
     .summary = "doubly robust: a reward model, corrected by weighted errors",
     .source = "Dudik, Langford, Li 2011",
     .revision = 2,  // exact sums; folds from a stream of their own
     .parameters = parameters.described(),
     .aliases = "doubly_robust; aipw",
     .family = "dr{weights=\"propensity\"}"},
    {.make = parameters.factory(offpolicy::maker("dr", offpolicy::estimators::doubly_robust)),
     .applicability = offpolicy::for_fixed_policies(
         ", the policy's probabilities of all actions. Without bias where "
         "the propensities or the model are right.")}};

}  // namespace replaybench::evaluators::dr

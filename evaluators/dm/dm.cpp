// DM: the policy is evaluated on a model of the rewards.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::dm {

namespace {

const auto parameters = bind_parameters<offpolicy::FixedPolicyOptions>(
    group(&offpolicy::FixedPolicyOptions::model, offpolicy::model_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "dm",
     .group = Group::reward_models,
     .is_core = true,
     .summary = "direct method: what a reward model predicts for the policy",
     .source = "Beygelzimer, Langford 2009",
     .revision = 2,  // exact sums; folds from a stream of their own
     .parameters = parameters.described(),
     .aliases = "direct_method"},
    {.make = parameters.factory(offpolicy::maker("dm", offpolicy::estimators::direct)),
     .applicability =
         "For fixed policies that give their probabilities of all actions. Needs no propensities; "
         "as "
         "wrong as its reward model is, and gives no standard error: it would not show that."}};

}  // namespace replaybench::evaluators::dm

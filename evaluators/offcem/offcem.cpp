// OffCEM: DR with the weights of categories.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::offcem {

namespace {

const auto parameters = bind_parameters<offpolicy::FixedPolicyOptions>(
    group(&offpolicy::FixedPolicyOptions::model, offpolicy::model_parameters()),
    offpolicy::logger_parameter(&offpolicy::FixedPolicyOptions::logger),
    integers(&offpolicy::FixedPolicyOptions::groups, "categories",
             "the category of each action, in the order of the actions"),
    group(&offpolicy::FixedPolicyOptions::interval, offpolicy::interval_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "offcem",
     .group = Group::reward_models,
     .summary = "off-policy conjunct effect model: category weights correct a reward model",
     .source = "Saito, Ren, Joachims 2023",
     .revision = 2,  // exact sums; folds from a stream of their own
     .parameters = parameters.described()},
    {.make = parameters.factory(offpolicy::maker("offcem", offpolicy::estimators::conjunct_effect)),
     .applicability = "For fixed policies that give their probabilities of all actions, with the "
                      "logging policy's "
                      "probabilities of all actions. Without bias where the model is right about "
                      "differences within "
                      "a category."}};

}  // namespace replaybench::evaluators::offcem

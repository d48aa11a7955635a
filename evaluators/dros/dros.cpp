// DRos: between the direct method and DR.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::dros {

namespace {

const auto parameters = bind_with_defaults(
    offpolicy::with_parameter(100),
    real(&offpolicy::FixedPolicyOptions::parameter, "lambda",
         "weights are lambda w / (w^2 + lambda); 0: DM")
        .at_least(0),
    offpolicy::select_parameter(&offpolicy::FixedPolicyOptions::select),
    offpolicy::grid_parameter(&offpolicy::FixedPolicyOptions::grid),
    group(&offpolicy::FixedPolicyOptions::model, offpolicy::model_parameters()),
    group(&offpolicy::FixedPolicyOptions::interval, offpolicy::interval_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "dros",
     .group = Group::reward_models,
     .summary = "doubly robust with optimistic shrinkage of the weights",
     .source = "Su, Dimakopoulou, Krishnamurthy, Dudik 2020",
     .revision = 2,  // exact sums; folds from a stream of their own
     .parameters = parameters.described(),
     .family = "dr{weights=\"shrunk\"}"},
    {.make = parameters.factory(
         offpolicy::maker("dros", offpolicy::estimators::optimistic_doubly_robust)),
     .applicability =
         offpolicy::for_fixed_policies(", the policy's probabilities of all actions.")}};

}  // namespace replaybench::evaluators::dros

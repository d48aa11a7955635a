// DR whose correction has capped weights.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::clipped_dr {

namespace {

const auto parameters = bind_with_defaults(
    offpolicy::with_parameter(10),
    real(&offpolicy::FixedPolicyOptions::parameter, "cap", "M: the weight is at most this; 0: DM")
        .at_least(0),
    offpolicy::select_parameter(&offpolicy::FixedPolicyOptions::select),
    offpolicy::grid_parameter(&offpolicy::FixedPolicyOptions::grid),
    group(&offpolicy::FixedPolicyOptions::model, offpolicy::model_parameters()),
    group(&offpolicy::FixedPolicyOptions::interval, offpolicy::interval_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "clipped_dr",
     .group = Group::reward_models,
     .summary = "doubly robust with capped weights: pessimistic shrinkage",
     .source = "Su, Dimakopoulou, Krishnamurthy, Dudik 2020",
     .revision = 2,  // exact sums; folds from a stream of their own
     .parameters = parameters.described(),
     .family = "dr{weights=\"clipped\"}"},
    {.make = parameters.factory(
         offpolicy::maker("clipped_dr", offpolicy::estimators::capped_doubly_robust)),
     .applicability =
         offpolicy::for_fixed_policies(", the policy's probabilities of all actions.")}};

}  // namespace replaybench::evaluators::clipped_dr

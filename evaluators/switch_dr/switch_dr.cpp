// SWITCH-DR: DR of the records of small weight, the direct method for all.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::switch_dr {

namespace {

const auto parameters = bind_with_defaults(
    offpolicy::with_parameter(10),
    real(&offpolicy::FixedPolicyOptions::parameter, "tau", "the largest weight that is used")
        .at_least(0),
    offpolicy::select_parameter(&offpolicy::FixedPolicyOptions::select),
    offpolicy::grid_parameter(&offpolicy::FixedPolicyOptions::grid),
    group(&offpolicy::FixedPolicyOptions::model, offpolicy::model_parameters()),
    group(&offpolicy::FixedPolicyOptions::interval, offpolicy::interval_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "switch_dr",
     .group = Group::reward_models,
     .summary = "doubly robust whose correction leaves out weights above tau",
     .source = "Wang, Agarwal, Dudik 2017",
     .revision = 2,  // exact sums; folds from a stream of their own
     .parameters = parameters.described(),
     .family = "dr{weights=\"switch\"}"},
    {.make = parameters.factory(
         offpolicy::maker("switch_dr", offpolicy::estimators::switching_doubly_robust)),
     .applicability =
         offpolicy::for_fixed_policies(", the policy's probabilities of all actions.")}};

}  // namespace replaybench::evaluators::switch_dr

// SWITCH, whose name is a keyword of C++ and therefore no namespace.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::switch_estimator {

namespace {

const auto parameters = bind_with_defaults(
    offpolicy::with_parameter(10),
    real(&offpolicy::FixedPolicyOptions::parameter, "tau", "the largest weight that is used")
        .at_least(0),
    offpolicy::select_parameter(&offpolicy::FixedPolicyOptions::select),
    offpolicy::grid_parameter(&offpolicy::FixedPolicyOptions::grid),
    group(&offpolicy::FixedPolicyOptions::model, offpolicy::model_parameters()),
    offpolicy::logger_parameter(&offpolicy::FixedPolicyOptions::logger),
    group(&offpolicy::FixedPolicyOptions::interval, offpolicy::interval_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "switch_estimator",
     .group = Group::reward_models,
     .summary =
         "SWITCH: weighted rewards where weights are small, a reward model where they are large",
     .source = "Wang, Agarwal, Dudik 2017",
     .revision = 2,  // exact sums; folds from a stream of their own
     .parameters = parameters.described(),
     .aliases = "switch"},
    {.make =
         parameters.factory(offpolicy::maker("switch_estimator", offpolicy::estimators::switching)),
     .applicability = offpolicy::for_fixed_policies(
         ", the policy's probabilities of all actions; also the logging "
         "policy's probabilities of all actions.")}};

}  // namespace replaybench::evaluators::switch_estimator

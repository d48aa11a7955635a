// CAB: what the cap takes from an action the model gives it back.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::cab {

namespace {

const auto parameters = bind_with_defaults(
    offpolicy::with_parameter(10),
    real(&offpolicy::FixedPolicyOptions::parameter, "cap", "M: the largest weight").at_least(0),
    offpolicy::select_parameter(&offpolicy::FixedPolicyOptions::select),
    offpolicy::grid_parameter(&offpolicy::FixedPolicyOptions::grid),
    group(&offpolicy::FixedPolicyOptions::model, offpolicy::model_parameters()),
    offpolicy::logger_parameter(&offpolicy::FixedPolicyOptions::logger),
    group(&offpolicy::FixedPolicyOptions::interval, offpolicy::interval_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "cab",
     .group = Group::reward_models,
     .summary = "continuous adaptive blending: capped weighted rewards, a reward model for what is "
                "cut off",
     .source = "Su, Wang, Santacatterina, Joachims 2019",
     .revision = 2,  // exact sums; folds from a stream of their own
     .parameters = parameters.described()},
    {.make =
         parameters.factory(offpolicy::maker("cab", offpolicy::estimators::continuous_blending)),
     .applicability = offpolicy::for_fixed_policies(
         ", the policy's probabilities of all actions; also the logging "
         "policy's probabilities of all actions.")}};

}  // namespace replaybench::evaluators::cab

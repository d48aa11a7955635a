// DR whose correction has weights w / (1 - lambda + lambda w).
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::sub_gaussian_dr {

namespace {

const auto parameters = bind_with_defaults(
    offpolicy::with_parameter(0.01),
    real(&offpolicy::FixedPolicyOptions::parameter, "lambda", "0: DR").at_least(0).at_most(1),
    offpolicy::select_parameter(&offpolicy::FixedPolicyOptions::select),
    offpolicy::grid_parameter(&offpolicy::FixedPolicyOptions::grid),
    group(&offpolicy::FixedPolicyOptions::model, offpolicy::model_parameters()),
    group(&offpolicy::FixedPolicyOptions::interval, offpolicy::interval_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "sub_gaussian_dr",
     .group = Group::reward_models,
     .summary = "doubly robust with sub-Gaussian weights",
     .source = "Metelli, Russo, Restelli 2021",
     .revision = 2,  // exact sums; folds from a stream of their own
     .parameters = parameters.described(),
     .family = "dr{weights=\"sub_gaussian\"}"},
    {.make = parameters.factory(
         offpolicy::maker("sub_gaussian_dr", offpolicy::estimators::sub_gaussian_doubly_robust)),
     .applicability =
         offpolicy::for_fixed_policies(", the policy's probabilities of all actions.")}};

}  // namespace replaybench::evaluators::sub_gaussian_dr

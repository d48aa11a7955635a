// NCIS: the mean of the rewards with capped weights.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::ncis {

namespace {

const auto parameters = bind_with_defaults(
    offpolicy::with_parameter(10),
    real(&offpolicy::FixedPolicyOptions::parameter, "cap", "M: the weight is at most this")
        .above(0),
    group(&offpolicy::FixedPolicyOptions::interval, offpolicy::interval_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "ncis",
     .group = Group::propensity_weights,
     .summary = "normalised capped importance sampling: SNIPS with capped weights",
     .source = "Gilotte et al. 2018",
     .revision = 2,  // exact sums: other last bits
     .parameters = parameters.described(),
     .family = "snips{weights=\"clipped\"}"},
    {.make = parameters.factory(offpolicy::maker("ncis", offpolicy::estimators::normalised_capped)),
     .applicability = offpolicy::for_fixed_policies(".")}};

}  // namespace replaybench::evaluators::ncis

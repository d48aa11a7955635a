// SNDR: the direct method plus SNIPS of its residuals.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::sndr {

namespace {

const auto parameters = bind_parameters<offpolicy::FixedPolicyOptions>(
    group(&offpolicy::FixedPolicyOptions::model, offpolicy::model_parameters()),
    group(&offpolicy::FixedPolicyOptions::interval, offpolicy::interval_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "sndr",
     .group = Group::reward_models,
     .summary = "self-normalised doubly robust: the correction is a weighted mean",
     .source = "Thomas, Brunskill 2016; Kallus, Uehara 2019",
     .revision = 2,  // exact sums; folds from a stream of their own
     .parameters = parameters.described()},
    {.make = parameters.factory(
         offpolicy::maker("sndr", offpolicy::estimators::self_normalised_doubly_robust)),
     .applicability =
         offpolicy::for_fixed_policies(", the policy's probabilities of all actions.")}};

}  // namespace replaybench::evaluators::sndr

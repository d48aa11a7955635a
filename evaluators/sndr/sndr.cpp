// SNDR: the direct method plus SNIPS of its residuals.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::sndr {

extern const EvaluatorDescription description;
const EvaluatorDescription description = offpolicy::fixed_policy_evaluator(
    offpolicy::estimators::self_normalised_doubly_robust,
    {.name = "sndr",
     .group = Group::reward_models,
     .summary = "self-normalised doubly robust: the correction is a weighted mean",
     .source = "Thomas, Brunskill 2016; Kallus, Uehara 2019",
     .revision = 2,  // exact sums; folds from a stream of their own
     .parameters = {}},
    offpolicy::for_fixed_policies(", the policy's probabilities of all actions."),
    bind_parameters<offpolicy::FixedPolicyOptions>(offpolicy::model_group(),
                                                   offpolicy::interval_group()));

}  // namespace replaybench::evaluators::sndr

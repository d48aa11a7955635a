// MRDR: DR whose model minimises the variance of DR, a weighted least squares.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::mrdr {

namespace {

offpolicy::FixedPolicyOptions with_robust_fit() {
  offpolicy::FixedPolicyOptions options;
  options.robust_fit = true;
  return options;
}

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description = offpolicy::fixed_policy_evaluator(
    offpolicy::estimators::doubly_robust,
    {.name = "mrdr",
     .group = Group::reward_models,
     .summary =
         "more robust doubly robust: the reward model is fitted to the variance of the estimate",
     .source = "Farajtabar, Chow, Ghavamzadeh 2018",
     .revision = 2,  // exact sums; folds from a stream of their own
     .parameters = {}},
    offpolicy::for_fixed_policies(", the policy's probabilities of all actions."),
    bind_with_defaults(with_robust_fit(), offpolicy::model_group(), offpolicy::interval_group()));

}  // namespace replaybench::evaluators::mrdr

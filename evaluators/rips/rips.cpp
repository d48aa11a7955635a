// Reward interaction IPS of slates: the reward of each slot, weighted by its action and those before it.
//
// The estimator: suite/offpolicy/slate_estimators.hpp; the columns: suite/offpolicy/policy_terms.hpp.

#include "suite/offpolicy/slate_evaluator.hpp"

namespace replaybench::evaluators::rips {

extern const EvaluatorDescription description;
const EvaluatorDescription description = offpolicy::slate_evaluator(
    offpolicy::SlateEstimator::rips,
    {.name = "rips",
     .group = Group::slates,
     .summary = "slates: the mean of a slate's rewards, each weighted by policy / logging "
                "probability of the slots up to its own",
     .source = "McInerney et al. 2020",
     .parameters = {}},
    "Without bias if a slot's reward depends on its action and those before it.");

}  // namespace replaybench::evaluators::rips

// Independent IPS of slates: the reward of each slot, weighted by the slot's own action only.
//
// The estimator: suite/offpolicy/slate_estimators.hpp; the columns: suite/offpolicy/policy_terms.hpp.

#include "suite/offpolicy/slate_evaluator.hpp"

namespace replaybench::evaluators::iips {

extern const EvaluatorDescription description;
const EvaluatorDescription description =
    offpolicy::slate_evaluator(offpolicy::SlateEstimator::iips,
                               {.name = "iips",
                                .group = Group::slates,
                                .summary = "slates: the mean of a slate's rewards, each weighted "
                                           "by policy / logging probability of its own slot",
                                .source = "Li et al. 2018; McInerney et al. 2020",
                                .parameters = {}},
                               "Without bias if a slot's reward depends on its own action only.");

}  // namespace replaybench::evaluators::iips

// Standard IPS of slates: the rewards of a slate, weighted by the policy's probability of the slate over the logger's.
//
// The estimator: suite/offpolicy/slate_estimators.hpp; the columns: suite/offpolicy/policy_terms.hpp.

#include "suite/offpolicy/slate_evaluator.hpp"

namespace replaybench::evaluators::sips {

extern const EvaluatorDescription description;
const EvaluatorDescription description = offpolicy::slate_evaluator(
    offpolicy::SlateEstimator::sips,
    {.name = "sips",
     .group = Group::slates,
     .is_core = true,
     .summary = "slates: rewards weighted by probabilities of whole slates",
     .source = "McInerney et al. 2020",
     .parameters = {}},
    "Without bias if the probabilities are right, whatever the rewards "
    "depend on; of large variance for slates of many slots.");

}  // namespace replaybench::evaluators::sips

// Cascade doubly robust estimator of slates: a model of the rewards that follow, corrected slot by slot.
//
// The estimator: suite/offpolicy/slate_estimators.hpp; the columns: suite/offpolicy/policy_terms.hpp.

#include "suite/offpolicy/slate_evaluator.hpp"

namespace replaybench::evaluators::cascade_dr {

extern const EvaluatorDescription description;
const EvaluatorDescription description = offpolicy::slate_evaluator(
    offpolicy::SlateEstimator::cascade_dr,
    {.name = "cascade_dr",
     .group = Group::slates,
     .summary =
         "slates: doubly robust, with a model of the rewards of each slot and those after it",
     .source = "Kiyohara et al. 2022",
     .parameters = {}},
    "Without bias if a slot's reward depends on its action and those before it and the "
    "probabilities are right; the model may be wrong.");

}  // namespace replaybench::evaluators::cascade_dr

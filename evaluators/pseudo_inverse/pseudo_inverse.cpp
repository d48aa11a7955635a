// The pseudo-inverse estimator of slates, and its self-normalised form.
//
// The estimator: suite/offpolicy/slate_estimators.hpp; the columns: suite/offpolicy/policy_terms.hpp.

#include "suite/offpolicy/slate_evaluator.hpp"

namespace replaybench::evaluators::pseudo_inverse {

extern const EvaluatorDescription description;
const EvaluatorDescription description =
    offpolicy::slate_evaluator(offpolicy::SlateEstimator::pseudo_inverse,
                               {.name = "pseudo_inverse",
                                .group = Group::slates,
                                .summary = "slates: the rewards of a whole slate, weighted by the "
                                           "pseudo-inverse of the logger's second moments",
                                .source = "Swaminathan et al. 2017",
                                .parameters = {},
                                .aliases = "sn_pseudo_inverse{self_normalised=true}"},
                               "Without bias if the mean reward of a slate is a sum over its slots "
                               "of a part for each action.");

}  // namespace replaybench::evaluators::pseudo_inverse

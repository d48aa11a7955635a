// DR: the direct method plus IPS of its residuals.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::dr {

namespace {

struct Options : offpolicy::FixedPolicyOptions {};

std::shared_ptr<const Evaluator> make(const Options& options) {
  return std::make_shared<offpolicy::FixedPolicy>("dr", offpolicy::estimators::doubly_robust,
                                                  options);
}

const auto parameters =
    bind_parameters<Options>(group(&Options::model, offpolicy::model_parameters()),
                             group(&Options::interval, offpolicy::interval_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "dr",
     .summary = "doubly robust: a reward model, corrected by the weighted rewards that it misses",
     .source = "Dudik, Langford, Li 2011",
     .parameters = parameters.described(),
     .aliases = "doubly_robust; aipw"},
    parameters.factory(make),
    "For fixed policies that give their probabilities, or that columns of the log give; the log "
    "needs propensities, the policy's probabilities of all actions. Without bias where the "
    "propensities or the model are right."};

}  // namespace replaybench::evaluators::dr

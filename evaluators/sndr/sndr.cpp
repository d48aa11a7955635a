// SNDR: the direct method plus SNIPS of its residuals.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::sndr {

namespace {

struct Options : offpolicy::FixedPolicyOptions {};

std::shared_ptr<const Evaluator> make(const Options& options) {
  return std::make_shared<offpolicy::FixedPolicy>(
      "sndr", offpolicy::estimators::self_normalised_doubly_robust, options);
}

const auto parameters =
    bind_parameters<Options>(group(&Options::model, offpolicy::model_parameters()),
                             group(&Options::interval, offpolicy::interval_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "sndr",
     .summary = "self-normalised doubly robust: the correction is a weighted mean",
     .source = "Thomas, Brunskill 2016; Kallus, Uehara 2019",
     .parameters = parameters.described()},
    parameters.factory(make),
    "For fixed policies that give their probabilities, or that columns of the log give; the log "
    "needs propensities, the policy's probabilities of all actions."};

}  // namespace replaybench::evaluators::sndr

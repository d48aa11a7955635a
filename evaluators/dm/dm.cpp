// DM: the policy is evaluated on a model of the rewards.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::dm {

namespace {

struct Options : offpolicy::FixedPolicyOptions {};

std::shared_ptr<const Evaluator> make(const Options& options) {
  return std::make_shared<offpolicy::FixedPolicy>("dm", offpolicy::estimators::direct, options);
}

const auto parameters =
    bind_parameters<Options>(group(&Options::model, offpolicy::model_parameters()),
                             group(&Options::interval, offpolicy::interval_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "dm",
     .summary = "direct method: the mean of what a reward model predicts for the policy",
     .source = "Beygelzimer, Langford 2009",
     .parameters = parameters.described(),
     .aliases = "direct_method"},
    parameters.factory(make),
    "For fixed policies that give their probabilities of all actions. Needs no propensities; as "
    "wrong as its reward model is, which its standard error does not show."};

}  // namespace replaybench::evaluators::dm

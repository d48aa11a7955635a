// OffCEM: DR with the weights of categories.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::offcem {

namespace {

struct Options : offpolicy::FixedPolicyOptions {};

std::shared_ptr<const Evaluator> make(const Options& options) {
  return std::make_shared<offpolicy::FixedPolicy>("offcem", offpolicy::estimators::conjunct_effect,
                                                  options);
}

const auto parameters =
    bind_parameters<Options>(group(&Options::model, offpolicy::model_parameters()),
                             offpolicy::logger_parameter(&Options::logger),
                             integers(&Options::groups, "categories",
                                      "the category of each action, in the order of the actions"),
                             group(&Options::interval, offpolicy::interval_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "offcem",
     .summary = "off-policy conjunct effect model: category weights correct a reward model",
     .source = "Saito, Ren, Joachims 2023",
     .parameters = parameters.described()},
    parameters.factory(make),
    "For fixed policies that give their probabilities of all actions, with the logging policy's "
    "probabilities of all actions. Without bias where the model is right about differences within "
    "a category."};

}  // namespace replaybench::evaluators::offcem

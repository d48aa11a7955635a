// SWITCH, whose name is a keyword of C++ and therefore no namespace.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::switch_estimator {

namespace {

struct Options : offpolicy::FixedPolicyOptions {
  Options() {
    parameter = 10;
    has_parameter = true;
  }
};

std::shared_ptr<const Evaluator> make(const Options& options) {
  return std::make_shared<offpolicy::FixedPolicy>("switch_estimator",
                                                  offpolicy::estimators::switching, options);
}

const auto parameters = bind_parameters<Options>(
    real(&Options::parameter, "tau", "the largest weight that is used").at_least(0),
    offpolicy::select_parameter(&Options::select), offpolicy::grid_parameter(&Options::grid),
    group(&Options::model, offpolicy::model_parameters()),
    offpolicy::logger_parameter(&Options::logger),
    group(&Options::interval, offpolicy::interval_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "switch_estimator",
     .summary =
         "SWITCH: weighted rewards where weights are small, a reward model where they are large",
     .source = "Wang, Agarwal, Dudik 2017",
     .parameters = parameters.described(),
     .aliases = "switch"},
    parameters.factory(make),
    "For fixed policies that give their probabilities, or that columns of the log give; the log "
    "needs propensities, the policy's probabilities of all actions; also the logging policy's "
    "probabilities of all actions."};

}  // namespace replaybench::evaluators::switch_estimator

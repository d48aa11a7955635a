// CAB: what the cap takes from an action the model gives it back.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::cab {

namespace {

struct Options : offpolicy::FixedPolicyOptions {
  Options() {
    parameter = 10;
    has_parameter = true;
  }
};

std::shared_ptr<const Evaluator> make(const Options& options) {
  return std::make_shared<offpolicy::FixedPolicy>("cab", offpolicy::estimators::continuous_blending,
                                                  options);
}

const auto parameters = bind_parameters<Options>(
    real(&Options::parameter, "cap", "M: the largest weight").at_least(0),
    offpolicy::select_parameter(&Options::select), offpolicy::grid_parameter(&Options::grid),
    group(&Options::model, offpolicy::model_parameters()),
    offpolicy::logger_parameter(&Options::logger),
    group(&Options::interval, offpolicy::interval_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "cab",
     .summary = "continuous adaptive blending: capped weighted rewards, a reward model for what is "
                "cut off",
     .source = "Su, Wang, Santacatterina, Joachims 2019",
     .parameters = parameters.described()},
    parameters.factory(make),
    "For fixed policies that give their probabilities, or that columns of the log give; the log "
    "needs propensities, the policy's probabilities of all actions; also the logging policy's "
    "probabilities of all actions."};

}  // namespace replaybench::evaluators::cab

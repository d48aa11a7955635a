// DR whose correction has weights w / (1 - lambda + lambda w).
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::sub_gaussian_dr {

namespace {

struct Options : offpolicy::FixedPolicyOptions {
  Options() {
    parameter = 0.01;
    has_parameter = true;
  }
};

std::shared_ptr<const Evaluator> make(const Options& options) {
  return std::make_shared<offpolicy::FixedPolicy>(
      "sub_gaussian_dr", offpolicy::estimators::sub_gaussian_doubly_robust, options);
}

const auto parameters = bind_parameters<Options>(
    real(&Options::parameter, "lambda", "0: DR").at_least(0).at_most(1),
    offpolicy::select_parameter(&Options::select), offpolicy::grid_parameter(&Options::grid),
    group(&Options::model, offpolicy::model_parameters()),
    group(&Options::interval, offpolicy::interval_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "sub_gaussian_dr",
     .summary = "doubly robust with sub-Gaussian weights",
     .source = "Metelli, Russo, Restelli 2021",
     .parameters = parameters.described()},
    parameters.factory(make),
    "For fixed policies that give their probabilities, or that columns of the log give; the log "
    "needs propensities, the policy's probabilities of all actions."};

}  // namespace replaybench::evaluators::sub_gaussian_dr

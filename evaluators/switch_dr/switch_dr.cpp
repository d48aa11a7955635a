// SWITCH-DR: DR of the records of small weight, the direct method for all.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::switch_dr {

namespace {

struct Options : offpolicy::FixedPolicyOptions {
  Options() {
    parameter = 10;
    has_parameter = true;
  }
};

std::shared_ptr<const Evaluator> make(const Options& options) {
  return std::make_shared<offpolicy::FixedPolicy>(
      "switch_dr", offpolicy::estimators::switching_doubly_robust, options);
}

const auto parameters = bind_parameters<Options>(
    real(&Options::parameter, "tau", "the largest weight that is used").at_least(0),
    offpolicy::select_parameter(&Options::select), offpolicy::grid_parameter(&Options::grid),
    group(&Options::model, offpolicy::model_parameters()),
    group(&Options::interval, offpolicy::interval_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "switch_dr",
     .summary = "doubly robust whose correction leaves out weights above tau",
     .source = "Wang, Agarwal, Dudik 2017",
     .parameters = parameters.described()},
    parameters.factory(make),
    "For fixed policies that give their probabilities, or that columns of the log give; the log "
    "needs propensities, the policy's probabilities of all actions."};

}  // namespace replaybench::evaluators::switch_dr

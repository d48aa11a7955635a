// DR whose correction has capped weights.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::clipped_dr {

namespace {

struct Options : offpolicy::FixedPolicyOptions {
  Options() {
    parameter = 10;
    has_parameter = true;
  }
};

std::shared_ptr<const Evaluator> make(const Options& options) {
  return std::make_shared<offpolicy::FixedPolicy>(
      "clipped_dr", offpolicy::estimators::capped_doubly_robust, options);
}

const auto parameters = bind_parameters<Options>(
    real(&Options::parameter, "cap", "M: the weight is at most this; 0: DM").at_least(0),
    offpolicy::select_parameter(&Options::select), offpolicy::grid_parameter(&Options::grid),
    group(&Options::model, offpolicy::model_parameters()),
    group(&Options::interval, offpolicy::interval_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "clipped_dr",
     .summary = "doubly robust with capped weights: pessimistic shrinkage",
     .source = "Su, Dimakopoulou, Krishnamurthy, Dudik 2020",
     .parameters = parameters.described()},
    parameters.factory(make),
    "For fixed policies that give their probabilities, or that columns of the log give; the log "
    "needs propensities, the policy's probabilities of all actions."};

}  // namespace replaybench::evaluators::clipped_dr

// LSE: the log-sum-exponential of the weighted rewards.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::log_sum_exponential {

namespace {

struct Options : offpolicy::FixedPolicyOptions {
  Options() {
    parameter = -0.01;
    has_parameter = true;
  }
};

std::shared_ptr<const Evaluator> make(const Options& options) {
  return std::make_shared<offpolicy::FixedPolicy>(
      "log_sum_exponential", offpolicy::estimators::log_sum_exponential, options);
}

const auto parameters = bind_parameters<Options>(
    real(&Options::parameter, "lambda", "0: IPS; below: large terms count less").at_most(0),
    group(&Options::interval, offpolicy::interval_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "log_sum_exponential",
     .summary = "log-mean-exponential of w r: a mean that large terms move little",
     .source = "Behnamnia et al. 2025",
     .parameters = parameters.described()},
    parameters.factory(make),
    "For fixed policies that give their probabilities, or that columns of the log give; the log "
    "needs propensities."};

}  // namespace replaybench::evaluators::log_sum_exponential

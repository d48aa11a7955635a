// Sub-Gaussian importance sampling: harmonic correction of the weights.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::sub_gaussian_ips {

namespace {

struct Options : offpolicy::FixedPolicyOptions {
  Options() {
    parameter = 0.01;
    has_parameter = true;
  }
};

std::shared_ptr<const Evaluator> make(const Options& options) {
  return std::make_shared<offpolicy::FixedPolicy>("sub_gaussian_ips",
                                                  offpolicy::estimators::sub_gaussian, options);
}

const auto parameters = bind_parameters<Options>(
    real(&Options::parameter, "lambda",
         "0: IPS; 1: the mean of the records that the policy can take")
        .at_least(0)
        .at_most(1),
    offpolicy::select_parameter(&Options::select), offpolicy::grid_parameter(&Options::grid),
    group(&Options::interval, offpolicy::interval_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "sub_gaussian_ips",
     .summary = "inverse propensity scores with sub-Gaussian weights w / (1 - lambda + lambda w)",
     .source = "Metelli, Russo, Restelli 2021",
     .parameters = parameters.described()},
    parameters.factory(make),
    "For fixed policies that give their probabilities, or that columns of the log give; the log "
    "needs propensities."};

}  // namespace replaybench::evaluators::sub_gaussian_ips

// MRDR: DR whose model minimises the variance of DR, a weighted least squares.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::mrdr {

namespace {

struct Options : offpolicy::FixedPolicyOptions {
  Options() { robust_fit = true; }
};

std::shared_ptr<const Evaluator> make(const Options& options) {
  return std::make_shared<offpolicy::FixedPolicy>("mrdr", offpolicy::estimators::doubly_robust,
                                                  options);
}

const auto parameters =
    bind_parameters<Options>(group(&Options::model, offpolicy::model_parameters()),
                             group(&Options::interval, offpolicy::interval_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "mrdr",
     .summary =
         "more robust doubly robust: the reward model is fitted to the variance of the estimate",
     .source = "Farajtabar, Chow, Ghavamzadeh 2018",
     .parameters = parameters.described()},
    parameters.factory(make),
    "For fixed policies that give their probabilities, or that columns of the log give; the log "
    "needs propensities, the policy's probabilities of all actions."};

}  // namespace replaybench::evaluators::mrdr

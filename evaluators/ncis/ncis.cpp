// NCIS: the mean of the rewards with capped weights.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::ncis {

namespace {

struct Options : offpolicy::FixedPolicyOptions {
  Options() {
    parameter = 10;
    has_parameter = true;
  }
};

std::shared_ptr<const Evaluator> make(const Options& options) {
  return std::make_shared<offpolicy::FixedPolicy>("ncis", offpolicy::estimators::normalised_capped,
                                                  options);
}

const auto parameters = bind_parameters<Options>(
    real(&Options::parameter, "cap", "M: the weight is at most this").above(0),
    group(&Options::interval, offpolicy::interval_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "ncis",
     .summary = "normalised capped importance sampling: SNIPS with capped weights",
     .source = "Gilotte et al. 2018",
     .parameters = parameters.described()},
    parameters.factory(make),
    "For fixed policies that give their probabilities, or that columns of the log give; the log "
    "needs propensities."};

}  // namespace replaybench::evaluators::ncis

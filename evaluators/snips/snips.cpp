// SNIPS: the weighted mean of the rewards.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::snips {

namespace {

struct Options : offpolicy::FixedPolicyOptions {};

std::shared_ptr<const Evaluator> make(const Options& options) {
  return std::make_shared<offpolicy::FixedPolicy>("snips", offpolicy::estimators::self_normalised,
                                                  options);
}

const auto parameters =
    bind_parameters<Options>(group(&Options::interval, offpolicy::interval_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "snips",
     .summary = "self-normalised inverse propensity scores: sum of w r over sum of w",
     .source = "Swaminathan, Joachims 2015",
     .parameters = parameters.described(),
     .aliases = "self_normalised_ips"},
    parameters.factory(make),
    "For fixed policies that give their probabilities, or that columns of the log give; the log "
    "needs propensities. A ratio: its bias is of order 1/n."};

}  // namespace replaybench::evaluators::snips

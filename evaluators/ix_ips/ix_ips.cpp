// IX: no propensity is below gamma, smoothly.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::ix_ips {

namespace {

struct Options : offpolicy::FixedPolicyOptions {
  Options() {
    parameter = 0.01;
    has_parameter = true;
  }
};

std::shared_ptr<const Evaluator> make(const Options& options) {
  return std::make_shared<offpolicy::FixedPolicy>(
      "ix_ips", offpolicy::estimators::implicit_exploration, options);
}

const auto parameters = bind_parameters<Options>(
    real(&Options::parameter, "gamma", "what is added to each propensity").at_least(0),
    offpolicy::select_parameter(&Options::select), offpolicy::grid_parameter(&Options::grid),
    group(&Options::interval, offpolicy::interval_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "ix_ips",
     .summary =
         "implicit exploration: inverse propensity scores with gamma added to every propensity",
     .source = "Neu 2015; Gabbianelli et al. 2024",
     .parameters = parameters.described()},
    parameters.factory(make),
    "For fixed policies that give their probabilities, or that columns of the log give; the log "
    "needs propensities. Too low for rewards of 0 or more."};

}  // namespace replaybench::evaluators::ix_ips

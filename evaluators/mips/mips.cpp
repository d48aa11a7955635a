// MIPS: importance weights of categories, far smaller than those of actions.
//
// The estimator: suite/offpolicy/estimators.hpp; the columns: suite/offpolicy/fixed_policy.hpp.

#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::evaluators::mips {

namespace {

struct Options : offpolicy::FixedPolicyOptions {
  bool self_normalised = false;
};

std::shared_ptr<const Evaluator> make(const Options& options) {
  return std::make_shared<offpolicy::FixedPolicy>(
      "mips",
      options.self_normalised ? offpolicy::estimators::self_normalised_marginalised
                              : offpolicy::estimators::marginalised,
      options);
}

const auto parameters = bind_parameters<Options>(
    boolean(&Options::self_normalised, "self_normalised",
            "SNMIPS: divided by the sum of the weights"),
    offpolicy::logger_parameter(), offpolicy::categories_parameter(), offpolicy::interval_group());

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "mips",
     .group = Group::propensity_weights,
     .summary = "marginalised inverse propensity scores: weights of categories of actions",
     .source = "Saito, Joachims 2022",
     .revision = 2,  // exact sums: other last bits
     .parameters = parameters.described(),
     .aliases = "snmips{self_normalised=true}"},
    {.make = parameters.factory(make),
     .applicability = "For fixed policies that give their probabilities of all actions, with the "
                      "logging policy's probabilities of all actions. Without bias where actions "
                      "of a category earn alike."}};

}  // namespace replaybench::evaluators::mips

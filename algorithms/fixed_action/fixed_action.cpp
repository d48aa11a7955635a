#include "algorithms/fixed_action/fixed_action.hpp"

#include "suite/component/action_parameter.hpp"

namespace replaybench::algorithms::fixed_action {

namespace {

struct Options {
  ActionName action = 0;
  double epsilon = 0;
};

Agent make(const Options& options, const Problem& problem) {
  return Agent(FixedAction(find_action("fixed_action", options.action, problem), options.epsilon));
}

const auto parameters = bind_parameters<Options>(
    action(
        &Options::action, "action",
        "its name in the log, or its number in a simulator; where it is not available, the lowest "
        "available one is played"),
    real(&Options::epsilon, "epsilon", "probability of a uniform choice instead")
        .at_least(0)
        .at_most(1));

}  // namespace

const AlgorithmDescription description{
    {.name = "fixed_action",
     .group = Group::fixed_policies,
     .summary = "always the same action; with probability epsilon any of the available ones",
     .source = "thesis, section 1.4.3 (p. 21): a static policy",
     .parameters = parameters.described(),
     .aliases = "constant"},
    {.make = parameters.factory(make), .properties = {.is_reference = true}}};

}  // namespace replaybench::algorithms::fixed_action

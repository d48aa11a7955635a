#include "algorithms/fixed_action/fixed_action.hpp"

#include <string>

namespace replaybench::algorithms::fixed_action {

namespace {

struct Options {
  std::int64_t action = 0;
  double epsilon = 0;
};

Agent make(const Options& options, const Problem& problem) {
  if (options.action >= static_cast<std::int64_t>(problem.action_count)) {
    throw NotApplicable("fixed_action: there is no action " + std::to_string(options.action) +
                        "; the data set has " + std::to_string(problem.action_count) +
                        ", numbered from 0");
  }
  return Agent(FixedAction(static_cast<Action>(options.action), options.epsilon));
}

const auto parameters = bind_parameters<Options>(
    integer(&Options::action, "action",
            "the action; where it is not available, the lowest available one")
        .at_least(0),
    real(&Options::epsilon, "epsilon", "probability of a uniform choice instead")
        .at_least(0)
        .at_most(1));

}  // namespace

const AlgorithmDescription description{
    {.name = "fixed_action",
     .summary = "always the same action; with probability epsilon any of the available ones",
     .source = "thesis, section 1.4.3 (p. 21): a static policy",
     .parameters = parameters.described(),
     .aliases = "constant"},
    parameters.factory(make),
    RewardRange::real,
    /*changes_when_asked=*/false,
    /*is_default_logging=*/false,
    /*for_reference=*/true};

}  // namespace replaybench::algorithms::fixed_action

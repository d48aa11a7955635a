#include "algorithms/fixed_action/fixed_action.hpp"

#include <string>

namespace replaybench::algorithms::fixed_action {

namespace {

Agent make(const Parameters& parameters, const Problem& problem) {
  const std::int64_t action = parameters.integer("action");
  if (action >= static_cast<std::int64_t>(problem.action_count)) {
    throw NotApplicable("fixed_action: there is no action " + std::to_string(action) +
                        "; the data set has " + std::to_string(problem.action_count) +
                        ", numbered from 0");
  }
  return Agent(FixedAction(static_cast<Action>(action), parameters.real("epsilon")));
}

}  // namespace

const AlgorithmDescription description{
    {.name = "fixed_action",
     .summary = "always the same action; with probability epsilon any of the available ones",
     .source = "thesis, section 1.4.3 (p. 21): a static policy",
     .parameters =
         {integer("action", 0, "the action; where it is not available, the lowest available one")
              .at_least(0),
          real("epsilon", 0, "probability of a uniform choice instead").at_least(0).at_most(1)}},
    make};

}  // namespace replaybench::algorithms::fixed_action

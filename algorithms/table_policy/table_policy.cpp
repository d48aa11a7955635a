#include "algorithms/table_policy/table_policy.hpp"

#include <string>

#include "suite/component/action_parameter.hpp"

namespace replaybench::algorithms::table_policy {

namespace {

struct Options {
  ActionNames actions = std::vector<std::int64_t>{0};
};

Agent make(const Options& options, const Problem& problem) {
  std::vector<Action> table = find_actions("table_policy", options.actions, problem);
  if (table.empty() || table.size() > problem.dimension) {
    throw NotApplicable("table_policy: the list has " + std::to_string(table.size()) +
                        " actions; the contexts have " + std::to_string(problem.dimension) +
                        " features, and each action of the list needs one");
  }
  return Agent(TablePolicy(std::move(table)));
}

const auto parameters = bind_parameters<Options>(
    actions(&Options::actions, "actions",
            "the action for each context number, the index of the largest of the first n features: "
            "names, or numbers where actions have no names; where it is not available, the lowest "
            "available one is played"));

}  // namespace

const AlgorithmDescription description{
    {.name = "table_policy",
     .group = Group::fixed_policies,
     .summary = "any map from a context's number to an action, written as a list",
     .source = "thesis section 3.5 (p. 76) and appendix F: policies given case by case",
     .parameters = parameters.described()},
    {.make = parameters.factory(make), .properties = {.is_reference = true}}};

}  // namespace replaybench::algorithms::table_policy

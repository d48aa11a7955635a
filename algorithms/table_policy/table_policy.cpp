#include "algorithms/table_policy/table_policy.hpp"

#include <string>

namespace replaybench::algorithms::table_policy {

namespace {

Agent make(const Parameters& parameters, const Problem& problem) {
  const auto& list = parameters.integers("actions");
  if (list.empty() || list.size() > problem.dimension) {
    throw NotApplicable("table_policy: the list has " + std::to_string(list.size()) +
                        " actions; the contexts have " + std::to_string(problem.dimension) +
                        " features, and each action of the list needs one");
  }
  std::vector<Action> table;
  for (const std::int64_t action : list) {
    if (action >= static_cast<std::int64_t>(problem.action_count)) {
      throw NotApplicable("table_policy: there is no action " + std::to_string(action) +
                          "; the data set has " + std::to_string(problem.action_count) +
                          ", numbered from 0");
    }
    table.push_back(static_cast<Action>(action));
  }
  return Agent(TablePolicy(std::move(table)));
}

}  // namespace

const AlgorithmDescription description{
    {.name = "table_policy",
     .summary = "any map from a context's number to an action, written as a list",
     .source = "thesis section 3.5 and appendix F: policies given case by case",
     .parameters = {integers("actions", {0},
                             "the action for each context number, the index of the largest of the "
                             "first n features; where it is not available, the lowest available")
                        .at_least(0)}},
    make};

}  // namespace replaybench::algorithms::table_policy

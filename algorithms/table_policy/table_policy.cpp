#include "algorithms/table_policy/table_policy.hpp"

#include <string>

namespace replaybench::algorithms::table_policy {

namespace {

struct Options {
  std::vector<std::int64_t> actions{0};
};

Agent make(const Options& options, const Problem& problem) {
  const std::vector<std::int64_t>& list = options.actions;
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

const auto parameters = bind_parameters<Options>(
    integers(&Options::actions, "actions",
             "the action for each context number, the index of the largest of the "
             "first n features; where it is not available, the lowest available")
        .at_least(0));

}  // namespace

const AlgorithmDescription description{
    {.name = "table_policy",
     .summary = "any map from a context's number to an action, written as a list",
     .source = "thesis section 3.5 and appendix F: policies given case by case",
     .parameters = parameters.described()},
    parameters.factory(make),
    RewardRange::real,
    /*changes_when_asked=*/false,
    /*is_default_logging=*/false,
    /*for_reference=*/true};

}  // namespace replaybench::algorithms::table_policy

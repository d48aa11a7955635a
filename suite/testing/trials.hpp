#pragma once
// For tests: small algorithms, small logs, trials, and evaluators from their text.

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "suite/component/log_dataset.hpp"
#include "suite/component/registry.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/testing/environments.hpp"

namespace replaybench::testing {

using testing::dataset_of;
using testing::require_near;

/// Always the same action.
struct Always {
  static constexpr bool learns = false;
  Action action = 0;
  Action choose(const Context&, const ActionSet&, Draws&) const { return action; }
  void update(const Context&, Action, double) {}
};

/// Action a with probability `distribution[a]`, or uniformly where the distribution is empty; it
/// says so.
struct Stochastic {
  static constexpr bool learns = false;
  std::vector<double> distribution = {};
  Action choose(const Context&, const ActionSet& actions, Draws& draws) const {
    if (distribution.empty()) return actions[draws.below(actions.size())];
    double left = draws.uniform();
    for (Action a = 0; a + 1 < distribution.size(); ++a) {
      if (left < distribution[a]) return a;
      left -= distribution[a];
    }
    return static_cast<Action>(distribution.size() - 1);
  }
  void update(const Context&, Action, double) {}
  void probabilities(const Context&, const ActionSet& actions, std::span<double> out) const {
    for (Action i = 0; i < actions.size(); ++i) {
      out[i] = distribution.empty() ? 1.0 / actions.size() : distribution[i];
    }
  }
};

/// Action 0, then 1, then 0, ...: a learner, since it counts its updates (thesis, section 3.6.3,
/// p. 92).
struct Alternating {
  Action next = 0;
  Action choose(const Context&, const ActionSet&, Draws&) const { return next; }
  void update(const Context&, Action, double) { next = 1 - next; }
};

/// A log without context, of the given actions and rewards.
inline Log plain_log(Action action_count, std::vector<Action> actions,
                     std::vector<double> rewards) {
  Log log;
  log.action_count = action_count;
  log.actions = std::move(actions);
  log.rewards = std::move(rewards);
  return log;
}

/// Replicate `replicate` of an evaluation; all streams are apart.
inline Trial trial_of(const Dataset& dataset, const Agent& agent, std::uint64_t horizon = 0,
                      std::uint64_t replicate = 0, const Agent& logging = Agent(Stochastic{})) {
  const auto key = [&](std::uint64_t purpose) { return replicate_key({purpose}, replicate); };
  return Trial(
      dataset, [agent](const Problem&) { return agent; },
      [logging](const Problem&) { return logging; }, horizon,
      {key(101), key(102), key(103), key(104), key(105), replicate_key(key(105), 1)});
}

/// The evaluator that `text` names, as a user would write it. Throws SpecErrors.
inline std::shared_ptr<const Evaluator> evaluator_of(const std::string& text) {
  std::vector<SpecProblem> problems;
  const auto component = find_component(text, {}, evaluators_table(), "evaluator", problems);
  if (!component) throw SpecErrors(problems);
  return component->description->make(component->parameters);
}

/// The rows of one trial; each has a number for each column.
inline std::vector<ResultRow> rows_of(const Evaluator& evaluator, Trial trial) {
  std::vector<ResultRow> rows;
  evaluator.evaluate(trial, rows);
  REQUIRE(evaluator.columns().front() == "estimate");
  for (const ResultRow& row : rows) REQUIRE(row.values.size() == evaluator.columns().size());
  return rows;
}

inline std::vector<ResultRow> rows_of(const std::string& evaluator, const Trial& trial) {
  return rows_of(*evaluator_of(evaluator), trial);
}

/// One number of the only row.
inline double value_of(const std::string& text, const std::string& column, const Trial& trial) {
  const auto evaluator = evaluator_of(text);
  const auto rows = rows_of(*evaluator, trial);
  REQUIRE(rows.size() == 1);
  if (!evaluator->schema().find(column)) FAIL("no column " << column);
  return value_of(evaluator->schema(), rows[0], column);
}

/// The estimates of many replicates.
inline numeric::Moments estimates_of(const std::string& text, const Dataset& dataset,
                                     const Agent& agent, std::uint64_t horizon,
                                     std::uint64_t replicates,
                                     const Agent& logging = Agent(Stochastic{})) {
  const auto evaluator = evaluator_of(text);
  numeric::Moments estimates;
  std::vector<ResultRow> rows;
  for (std::uint64_t i = 0; i < replicates; ++i) {
    Trial trial = trial_of(dataset, agent, horizon, i, logging);
    rows.clear();
    evaluator->evaluate(trial, rows);
    estimates.add(value_of(evaluator->schema(), rows.at(0), Role::estimate));
  }
  return estimates;
}

}  // namespace replaybench::testing

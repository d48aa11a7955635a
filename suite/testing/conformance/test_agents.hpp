#pragma once
// Helpers for tests of algorithms: an agent from its text, a fixed log, and the trace of a
// replay.

#include <string>

#include "suite/component/registry.hpp"

namespace replaybench::testing {

/// The algorithm that `text` ("lin_ucb{alpha=1}") names, with its parameters. Throws SpecErrors.
inline Component<AlgorithmDescription> algorithm_of(const std::string& text) {
  std::vector<SpecProblem> problems;
  auto component =
      find_component<AlgorithmDescription>(text, {}, algorithms_table(), "algorithm", problems);
  if (!component) throw SpecErrors(problems);
  return std::move(*component);
}

/// The agent that `text` names. Throws SpecErrors or NotApplicable.
inline Agent make_agent(const std::string& text, const Problem& problem) {
  return replaybench::make_agent(algorithm_of(text), problem);
}

/// Like the function above, for a problem with these numbers of actions and features and rewards 0 and 1: tests use it
/// to compare their algorithm with another without including it.
inline Agent make_agent(const std::string& text, Action action_count, std::size_t dimension = 1) {
  Problem problem;
  problem.action_count = action_count;
  problem.dimension = dimension;
  problem.rewards = RewardRange::binary;
  return make_agent(text, problem);
}

inline Agent make_agent(const std::string& text, const Log& log) {
  Problem problem;
  problem.action_count = log.action_count;
  problem.dimension = log.dimension;
  problem.rewards = log.reward_range();
  if (!log.action_names.empty()) {
    problem.action_names = std::make_shared<const std::vector<std::string>>(log.action_names);
  }
  return make_agent(text, problem);
}

/// A log for golden traces: 5 actions, 3 uniform features and the constant, uniform logging,
/// Bernoulli rewards whose probability is linear in one feature of the action's. Only
/// `Draws::uniform` and `below`: the bits never change.
inline Log golden_log(std::size_t records = 400) {
  Log log;
  log.action_count = 5;
  log.dimension = 4;
  for (std::size_t t = 0; t < records; ++t) {
    Draws draws({0x901d}, t);
    double x[4] = {draws.uniform(), draws.uniform(), draws.uniform(), 1};
    log.contexts.insert(log.contexts.end(), x, x + 4);
    const Action action = draws.below(5);
    log.actions.push_back(action);
    log.rewards.push_back(draws.uniform() < 0.1 * action + 0.5 * x[action % 3] ? 1 : 0);
  }
  return log;
}

/// The choice at each record, as digits; learns where it agrees with the log.
inline std::string trace(Agent agent, const Log& log, StreamKey policy = {7}) {
  std::string choices;
  ContextReader records(log);
  for (std::size_t t = 0; t < log.size(); ++t) {
    const Record record = records.record(t);
    Draws draws(policy, t);
    const Action choice = agent.choose(record.context, record.actions, draws);
    choices += static_cast<char>('0' + choice);
    if (choice == record.action)
      agent.update(record.context, record.actions, record.action, record.reward);
  }
  return choices;
}

}  // namespace replaybench::testing

#pragma once
// An algorithm as the suite knows it: what makes an agent of parameters and a problem.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "suite/component/description.hpp"
#include "suite/model/agent.hpp"
#include "suite/model/environment.hpp"
#include "suite/model/reward_range.hpp"
#include "suite/model/ties.hpp"

namespace replaybench {

/// What an algorithm is reported before the first interaction.
struct Problem {
  Action action_count = 0;
  std::size_t dimension = 0;
  std::uint64_t horizon = 0;  ///< interactions or records at most; 0: not known
  RewardRange rewards = RewardRange::real;
  std::shared_ptr<const Environment>
      environment;  ///< only for the policies that stand for an oracle; null on a real log
  /// Tokens of the actions, by number; null where actions have no names (simulators). For
  /// parameters that say which action is meant: suite/component/action_parameter.hpp.
  std::shared_ptr<const std::vector<std::string>> action_names;
  /// Names of the target policies that the log gives by columns; none on a simulator.
  std::vector<std::string> target_names = {};
};

/// What an algorithm may know about a log: all but the horizon, which is `horizon`. Shares the names.
/// O(records).
Problem problem_of_log(const std::shared_ptr<const Log>& log, std::uint64_t horizon);
/// The names of a log's actions for a Problem, shared; null when it has none. O(1).
std::shared_ptr<const std::vector<std::string>> action_names_of(
    const std::shared_ptr<const Log>& log);

struct AlgorithmDescription : ComponentDescription {
  std::function<Agent(const Parameters&, const Problem&)> make;
  /// What rewards it can learn from; `make_agent` refuses others.
  RewardRange rewards = RewardRange::real;
  /// True for an algorithm that is known to learn from being asked. The conformance tests require
  /// that the state audit catches it, and nobody else.
  bool changes_state_in_choose = false;
  /// True for the one that writes a simulated log where nothing else is asked for.
  bool is_default_logging = false;
  /// True for what experiments need and nobody would deploy: a counter-example, a part of a proof, a
  /// flaw made on purpose. It is played where it is named; a leaderboard does not rank it.
  bool for_reference = false;
  /// True for the one that stands for a policy given by columns of the log; its parameter `name` says
  /// for which (Log::targets).
  bool stands_for_columns = false;
};

/// The agent of an algorithm with its parameters, for a problem. Throws NotApplicable where the
/// algorithm cannot be used, or cannot learn from such rewards.
Agent make_agent(const Component<AlgorithmDescription>& algorithm, const Problem& problem);

}  // namespace replaybench

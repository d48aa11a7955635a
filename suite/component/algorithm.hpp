#pragma once
// Descriptions of algorithms, and agents made from parameters and a problem.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "suite/component/description.hpp"
#include "suite/model/agent.hpp"
#include "suite/model/environment.hpp"
#include "suite/model/reward_range.hpp"
#include "suite/model/ties.hpp"

namespace replaybench {

/// Properties of the problem that are known to an algorithm before the first interaction.
struct Problem {
  Action action_count = 0;
  std::size_t dimension = 0;
  std::uint64_t horizon = 0;  ///< interactions or records at most; 0 if unknown
  RewardRange rewards = RewardRange::real;
  std::shared_ptr<const Environment> environment;  ///< only for oracle policies; null on a real log
  /// Tokens of the actions, by number; null if actions have no names (simulators). For
  /// parameters that name an action: suite/component/action_parameter.hpp.
  std::shared_ptr<const std::vector<std::string>> action_names;
  /// Names of the target policies that the log gives by columns; none on a simulator.
  std::vector<std::string> target_names = {};
  std::size_t action_dimension = 0;                ///< features of single actions; 0 means none
  std::optional<RewardBounds> reward_bounds = {};  ///< if they are declared
};

/// Returns the properties of a log that an algorithm may know; `horizon` is given separately. Shares the names. O(records).
Problem problem_of_log(const std::shared_ptr<const Log>& log, std::uint64_t horizon);
/// The names of a log's actions for a Problem, shared; null if it has none. O(1).
std::shared_ptr<const std::vector<std::string>> action_names_of(
    const std::shared_ptr<const Log>& log);

struct AlgorithmProperties {
  /// True for an algorithm that is known to change its state in `choose`. The conformance tests require that the state
  /// audit reports it, and no other algorithm.
  bool changes_state_in_choose = false;
  /// True for an algorithm that only experiments need: a counter-example, a part of a proof, a deliberate flaw. Leaderboards play it if a task names it, and do not rank it.
  bool is_reference = false;
  DefaultFor is_default_for = DefaultFor::nothing;
};

/// The members of AlgorithmDescription in addition to the common ones. A separate base, so that a description can name all
/// its members.
struct AlgorithmDefinition {
  std::function<Agent(const Parameters&, const Problem&)> make;
  /// Rewards that the algorithm can learn from; `make_agent` rejects others.
  RewardRange rewards = RewardRange::real;
  AlgorithmProperties properties = {};
};

struct AlgorithmDescription : ComponentDescription, AlgorithmDefinition {};

/// The agent of an algorithm with its parameters, for a problem. For an algorithm of rewards in [0, 1], other rewards
/// are scaled if the problem has their bounds. Throws NotApplicable if the algorithm cannot be used, or cannot learn from
/// such rewards.
Agent make_agent(const Component<AlgorithmDescription>& algorithm, const Problem& problem);

}  // namespace replaybench

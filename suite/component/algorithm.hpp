#pragma once
// An algorithm as the suite knows it: what makes an agent of parameters and a problem.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

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
};

struct AlgorithmDescription : ComponentDescription {
  std::function<Agent(const Parameters&, const Problem&)> make;
  /// What rewards it can learn from; `make_agent` refuses others.
  RewardRange rewards = RewardRange::real;
  /// True for an algorithm that is known to learn from being asked. The conformance tests require
  /// that the state audit catches it, and nobody else.
  bool changes_when_asked = false;
  /// True for the one that writes a simulated log where nothing else is asked for.
  bool is_default_logging = false;
};

/// The agent of an algorithm with its parameters, for a problem. Throws NotApplicable where the
/// algorithm cannot be used, or cannot learn from such rewards.
Agent make_agent(const Component<AlgorithmDescription>& algorithm, const Problem& problem);

}  // namespace replaybench

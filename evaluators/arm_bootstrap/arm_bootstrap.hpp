#pragma once
// The bootstrap for algorithms that ignore the context: a bandit whose arms pay rewards drawn from
// the logged rewards of each action. Nothing is rejected, and the horizon is free.
//
// Source: thesis, section 5.10.2 (p. 188; "Learning curves", four steps), not run there.
//
//   thesis                                    here
//   1. ask the algorithm to choose            choose, with all actions
//   2. sample a reward with replacement       of the chosen action's records
//   3. optionally jitter this reward          noise, level
//   4. let the algorithm learn                update
//   the chosen horizon                        horizon; 0 means as many steps as the log has records
//
// draw = "context": the complete resampling of section 5.9.3 (p. 183), "resample from the actions":
// 0. a context comes from a record drawn with replacement; 2. the reward comes from the records of that
// context and the chosen action. Contexts are the same if all their features are equal, and every
// pair of a context and an action needs a record: |X| must be small.
//
// Decided here:
//   - an algorithm that reads contexts is an error, because the drawn reward would be independent of
//     them. A test detects it: a copy learns the log's first records with their own contexts and
//     then chooses with the same draws at different contexts; if a choice differs, the algorithm
//     reads contexts. If the features of a log never vary, there is nothing to read.
//   - noise = "switches": a reward of 0 or 1 is the other one with probability `level`, which moves
//     an action's mean m to m + level (1 - 2 m): a kernel estimate, biased towards 1/2.
//   - noise = "gaussian" adds level N(0, 1). Rewards known to lie in [0, 1] are reflected at 0 and
//     1, since algorithms rely on that; binary rewards are an error: they can only be switched.
//   - actions without a record: an error that names them. Pools that change: an error.
//
// Its estimate refers to this log only: as with bred, the resamples share the
// records, and each arm's mean is the mean of its n_a records, with a standard deviation of sqrt(m (1 -
// m) / n_a).

#include "suite/component/registry.hpp"

namespace replaybench::evaluators::arm_bootstrap {

enum class RewardNoise { none, gaussian, switches };

enum class RewardDraw { action, context };

struct ArmBootstrapOptions {
  std::uint64_t resamples = 30;
  std::uint64_t horizon = 0;
  RewardNoise noise = RewardNoise::none;
  RewardDraw draw = RewardDraw::action;
  double level = 0;
  std::vector<std::uint64_t> checkpoints;
};

/// True if the agent's choices depend on the context, as far as calls of `choose` reveal it. O(1000
/// updates).
bool reads_contexts(Agent agent, const Log& log);

}  // namespace replaybench::evaluators::arm_bootstrap

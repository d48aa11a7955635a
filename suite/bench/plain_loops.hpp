#pragma once
// The loops that one would write by hand, and the log that they run on: no code of the suite's
// loops. What the suite's speed is measured against.

#include <cstdint>
#include <vector>

#include "suite/model/agent.hpp"

namespace replaybench::bench {

inline constexpr Action plain_arms = 10;
inline constexpr std::size_t plain_dimension = 16;  // 15 features and the constant

/// Uniformly logged records of the thesis's linear model (section 2.6.5, p. 60): 4 universal
/// actions, 6 specific ones with up to 5 relevant weights.
Log linear_model_log(std::size_t records);

struct PlainResult {
  std::vector<std::uint32_t> accepted;  ///< indices in the log
  double reward = 0;
};

/// LinUCB, alpha = lambda = 1, Sherman-Morrison, ties to the lowest index, replaying the records of
/// `schedule`: the inverse of each arm a contiguous d x d block, theta cached, all arms scored at
/// every record.
PlainResult plain_lin_ucb(const Log& log, const Schedule& schedule);

/// UCB, alpha = 2, ties to the lowest index: all indices computed at every record.
PlainResult plain_ucb(const Log& log, const Schedule& schedule);

}  // namespace replaybench::bench

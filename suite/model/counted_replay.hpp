#pragma once
// A replay that reports its progress.

#include <cstdint>
#include <span>

#include "suite/model/agent.hpp"

namespace replaybench {

/// Returns exactly what agent.replay returns, and adds the records to `passed_records` chunk by chunk. The schedule is
/// `range`, or `records` in order. Throws std::logic_error if `range` is not contiguous or options.tested is not
/// empty.
Tally counted_replay(Agent& agent, const Log& log, const Schedule& range, StreamKey policy,
                     ReplayOptions options = {});
Tally counted_replay(Agent& agent, const Log& log, std::span<const std::uint32_t> records,
                     StreamKey policy, ReplayOptions options = {});

}  // namespace replaybench

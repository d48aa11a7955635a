#pragma once
// A replay that says how far it is.

#include <cstdint>
#include <span>

#include "suite/model/agent.hpp"

namespace replaybench {

/// agent.replay, the same to the byte, whose records are counted in `passed_records` piece by piece. The
/// schedule is a stretch of the log, or `records`, in order; options.tested is empty.
Tally counted_replay(Agent& agent, const Log& log, const Schedule& stretch, StreamKey policy,
                     ReplayOptions options = {});
Tally counted_replay(Agent& agent, const Log& log, std::span<const std::uint32_t> records,
                     StreamKey policy, ReplayOptions options = {});

}  // namespace replaybench

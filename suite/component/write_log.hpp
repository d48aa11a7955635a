#pragma once
// Logs written by playing a logging policy against an environment.

#include "suite/model/agent.hpp"

namespace replaybench {

/// Plays a logging policy against an environment for `records` steps and writes down what happened:
/// contexts (with the hidden part), pools where they change, actions, rewards, and propensities
/// where the policy can give them. The policy does not learn meanwhile (its propensities stay
/// known). `first` is the first step played: a log can be written in pieces, whose records are
/// those of the whole. The records are counted in `passed_records` while they are written. `spare`: a log
/// that this function returned and that is no longer read; its columns are overwritten if they are large
/// enough. An environment with LoggingTurns has policies of its own, which replace `logging`.
/// O(records * (K + dimension)).
Log write_log(Environment& environment, const Agent& logging, std::uint64_t records,
              StreamKey logging_stream, std::uint64_t first = 0, Log spare = {});

}  // namespace replaybench

#pragma once
// `leaderboard --log`: every algorithm on one log.

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "suite/cli/evaluate_request.hpp"

namespace replaybench::cli {

struct LogLeaderboardRequest {
  EvaluateRequest evaluation;  ///< the log, algorithms, evaluators, seed, rehearsal and output
  bool timings = true;
  std::vector<const CLI::Option*> flags;  ///< those of a log's leaderboard

  /// True if a log is named. Throws SpecErrors if a flag of one kind of leaderboard is given with the other kind.
  bool is_given(const CLI::App& command) const;
};

/// Adds the flags of a log's leaderboard to `leaderboard`; `request` must live as long as the command.
void add_log_leaderboard_flags(CLI::App& command, LogLeaderboardRequest& request);

/// Reads the log, ranks and prints. Throws as open_log and make_log_board.
void run_log_leaderboard(LogLeaderboardRequest& request);

}  // namespace replaybench::cli

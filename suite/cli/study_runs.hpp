#pragma once
// Running several studies one after the other.

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "suite/cli/commands.hpp"
#include "suite/cli/interruption.hpp"
#include "suite/cli/progress.hpp"
#include "suite/run/runner.hpp"
#include "suite/store/job_record.hpp"

namespace replaybench::cli {

/// Version, commit, compiler and numeric profile of this program, on one line.
std::string build_text();

/// Division of a run into shards, and its stop.
struct RunDivision {
  Shard shard = {};
  std::chrono::milliseconds grace =
      std::chrono::seconds(45);  ///< of the cells in progress at SIGTERM
  std::uint64_t memory = 0;      ///< most of all jobs, in bytes; 0 means no limit
  bool recompute = false;        ///< see RunOptions
};

/// Runs plans one after the other. `plans` and `store` must outlive it.
class StudyRuns {
 public:
  StudyRuns(const std::vector<Plan>& plans, const Store& store, std::size_t jobs,
            const RunDivision& division = {});

  /// Computes what the store lacks and prints a line per study. True if all cells that can run here
  /// are stored then. Ends the program when it is interrupted, and says what was kept.
  bool run_all();

 private:
  void show(const RunProgress& progress);
  [[noreturn]] void end(const RunSummary& summary);
  [[noreturn]] void end(const std::string& where);

  const std::vector<Plan>& plans_;
  const Store& store_;
  JobRecord record_;
  Interruption interruption_;
  RunOptions options_;
  std::size_t place_ = 0;
  std::optional<Progress> progress_;
  bool said_stopping_ = false;
};

}  // namespace replaybench::cli

#pragma once
// Running several studies one after the other, with one expectation of the time left.

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "suite/cli/expected_work.hpp"
#include "suite/cli/interruption.hpp"
#include "suite/cli/progress.hpp"
#include "suite/run/reference_cost.hpp"
#include "suite/run/runner.hpp"
#include "suite/run/shard_table.hpp"
#include "suite/store/job_record.hpp"

namespace replaybench::cli {

/// Version, commit, compiler and numeric profile of this program, on one line.
std::string build_text();

/// How a run is divided into shards and stopped.
struct RunDivision {
  Shard shard = {};
  const ShardTable* table = nullptr;  ///< of the plans; must outlive the run
  std::chrono::milliseconds grace =
      std::chrono::seconds(45);  ///< of the cells in progress at SIGTERM
  std::uint64_t memory = 0;      ///< most of all jobs, in bytes; 0: no limit
  bool recompute = false;        ///< see RunOptions
};

/// Runs plans one after the other, with the time left of all of them. `plans` and `store` must
/// outlive it.
class StudyRuns {
 public:
  /// `published`: folder of the published results of the plans' profile, for how long studies take of
  /// which nothing is measured yet; it may lack any. Throws DataError when the table is not of the plans.
  StudyRuns(const std::vector<Plan>& plans, const Store& store, std::size_t jobs,
            const std::filesystem::path& published, const RunDivision& division = {});

  /// Computes what the store lacks and prints a line per study. Whether all cells that can run here
  /// are stored then. Ends the program when it is interrupted, and says what was kept.
  bool run_all();

 private:
  void show(RunProgress progress);
  Expectation expected_now(const RunProgress& progress) const;
  Expectation expected_later() const;
  [[noreturn]] void end(const RunSummary& summary);
  [[noreturn]] void end(const std::string& where);

  const std::vector<Plan>& plans_;
  const Store& store_;
  const ShardTable* table_;
  JobRecord record_;
  std::filesystem::path times_;
  CostModel costs_;
  Interruption interruption_;
  RunOptions options_;
  std::vector<ExpectedWork> work_;
  std::vector<ReferenceCost> references_;  // by study, as published; or nothing
  Pace pace_;
  std::size_t place_ = 0;
  std::optional<Progress> progress_;
  std::string rest_;
  bool said_stopping_ = false;
  std::chrono::steady_clock::time_point expected_at_;
  std::chrono::steady_clock::time_point kept_at_ = std::chrono::steady_clock::now();
};

}  // namespace replaybench::cli

#pragma once
// The board of algorithms: every registered algorithm on every task, tuned, played, compared.

#include <optional>
#include <string>
#include <vector>

#include "suite/leaderboard/board_run.hpp"
#include "suite/leaderboard/cost.hpp"
#include "suite/statistics/paired.hpp"

namespace replaybench {

/// Adjusted p-values up to this are differences.
inline constexpr double significance = 0.05;

/// An algorithm on a task.
struct Entry {
  const AlgorithmDescription* algorithm = nullptr;
  EntryStatus status = EntryStatus::played;
  std::string reason;     ///< why it was not played, or failed
  std::string note;       ///< candidates that failed while others did not
  std::string candidate;  ///< the selected value of the tuned parameter; empty if none is tuned
  Cost cost;
  bool is_guest = false;  ///< one of BoardOptions::guests: its cost is not measured

  std::vector<double> scores;  ///< by replicate
  statistics::IntervalEstimate score;
  statistics::IntervalEstimate
      regret;           ///< against the best policy, over the horizon; NaN if there is none
  double share = 0;     ///< (score - uniform) / (best policy - uniform); NaN if there is none
  double accepted = 0;  ///< records that a replay counted, mean of the replicates; NaN if unknown
  double rank = 0;
  std::size_t best_rank = 0;  ///< the range of ranks that the tests allow
  std::size_t worst_rank = 0;
  std::vector<std::string>
      indistinguishable;  ///< names of those from which it does not differ, best first
};

/// True if it is compared and ranked: it was played, and is no counter-example or the like.
inline bool takes_rank(const Entry& entry) {
  return entry.status == EntryStatus::played && !entry.algorithm->properties.is_reference;
}

/// Reference scores of a task that is played in a simulator, by its `references`.
struct ReferenceScores {
  std::vector<double> best_scores;  ///< of the best policy, by replicate
  statistics::IntervalEstimate best;
  statistics::IntervalEstimate best_fixed;  ///< NaN with pools
  statistics::IntervalEstimate uniform;
};

struct TaskBoard {
  LeaderboardTask task;
  std::string unavailable;  ///< why it cannot run here; empty if it can
  std::string score_name;   ///< the evaluator's number that is compared
  bool is_file = false;
  Action actions = 0;
  std::size_t dimension = 0;
  std::uint64_t records = 0;  ///< of a file, in all
  std::vector<std::string> warnings;
  std::optional<ReferenceScores> references;
  /// Ranked entries by score, then unranked played entries, then the others by name.
  std::vector<Entry> entries;
  std::vector<statistics::PairComparison> comparisons;  ///< indices into `entries`
  bool ranked = false;
  std::string why_not_ranked;
};

/// An algorithm over all tasks that are ranked.
struct OverallEntry {
  const AlgorithmDescription* algorithm = nullptr;
  double mean_rank = 0;   ///< over the ranked tasks that it played; NaN if none
  double mean_share = 0;  ///< of Entry::share, likewise
  std::size_t ranked_tasks = 0;
  bool everywhere = false;  ///< it played every ranked task; the others' means are not comparable
};

struct Board : BoardOf<TaskBoard, OverallEntry> {
  std::vector<std::string> oracles;          ///< algorithms that know the simulator: not ranked
  std::vector<std::string> trained_offline;  ///< policies that play no game untrained: not ranked
  std::vector<std::string> for_reference;    ///< counter-examples and the like: played, not ranked
};

/// Computes what the store does not have yet and judges it. Two stages: all candidates on the
/// replicates that select, then the selected ones on those that are reported. The result does not
/// depend on `jobs`, except for the times. Guests are played last, on the replicates that are reported.
/// Throws SpecErrors with what is wrong in the tasks' components, and for a guest whose name another
/// entry has; FileError of the store; what a guest throws, except for NotApplicable.
Board make_board(const std::vector<LeaderboardTask>& tasks, Profile profile, const Store& store,
                 const BoardOptions& options, const BoardProgress& progress = {});

/// The standings of a task from the scores of its played entries: intervals, regrets, comparisons,
/// ranks, order. `horizon` steps are what a regret is summed over.
void judge_task(TaskBoard& board);

/// Mean ranks over the ranked tasks.
std::vector<OverallEntry> overall_standings(const std::vector<TaskBoard>& tasks);

}  // namespace replaybench

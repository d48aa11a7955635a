#pragma once
// The board of evaluators: every registered evaluator on every evaluator task, against the truth.

#include <limits>
#include <string>
#include <vector>

#include "suite/leaderboard/board_run.hpp"
#include "suite/statistics/paired.hpp"

namespace replaybench {

/// An evaluator on an algorithm, over the replicates of a task. An error is the estimate minus
/// the truth of the same environment.
struct AlgorithmErrors {
  EntryStatus status = EntryStatus::played;
  std::string reason;             ///< why it was not played, or failed
  std::vector<double> estimates;  ///< by replicate
  std::vector<double> lows;       ///< of the evaluator's own 95% intervals; empty or NaN: none
  std::vector<double> highs;
  statistics::IntervalEstimate bias;  ///< mean error
  double rmse = 0;                    ///< root of the mean squared error
  /// Share of the replicates in which the evaluator's own 95% interval has the truth: from `low` to
  /// `high`, otherwise 1.96 standard errors about the estimate. NaN if it gives none.
  double coverage = std::numeric_limits<double>::quiet_NaN();
  double interactions = std::numeric_limits<double>::quiet_NaN();  ///< accepted over the horizon
  double acceptance = std::numeric_limits<double>::quiet_NaN();    ///< accepted K over offered
};

/// An evaluator on a task.
struct EvaluatorEntry {
  std::string label;
  std::string text;
  const EvaluatorDescription* evaluator = nullptr;  ///< null for the live game
  bool declared = false;
  EntryStatus status = EntryStatus::played;
  std::string reason;                       ///< why it is excluded, for example its cost
  double choices = 0;                       ///< calls of `choose` per record
  std::vector<AlgorithmErrors> algorithms;  ///< as in EvaluatorTaskBoard::truths
  std::size_t applicable = 0;               ///< algorithms that it could estimate

  // Over those:
  double absolute_bias = 0;  ///< mean of |bias|
  std::size_t worst = 0;     ///< the algorithm with the largest |bias|
  double rmse = 0;           ///< root of the mean squared error
  double coverage = std::numeric_limits<double>::quiet_NaN();
  double interactions = std::numeric_limits<double>::quiet_NaN();
  double acceptance = std::numeric_limits<double>::quiet_NaN();
  statistics::IntervalEstimate
      tau;           ///< Kendall's tau-b of estimates and truth, mean of the replicates
  double found = 0;  ///< share of the replicates in which the best estimate is the best algorithm's
  statistics::IntervalEstimate
      simple_regret;  ///< truth of the best less truth of the one with the best estimate
  double microseconds =
      std::numeric_limits<double>::quiet_NaN();  ///< CPU time a record, this machine
};

/// The true value of an algorithm.
struct TrueValue {
  std::string label;
  std::string text;
  std::string unavailable;     ///< why it cannot be played here; empty if it can
  std::vector<double> values;  ///< by replicate
  statistics::IntervalEstimate value;
  double error = 0;  ///< standard error of a replicate's value, root mean square
};

struct EvaluatorTaskBoard {
  EvaluatorTask task;
  std::string unavailable;  ///< why it cannot run here; empty if it can
  Action actions = 0;
  std::size_t dimension = 0;
  std::vector<TrueValue> truths;
  /// Evaluators that could estimate every algorithm by their error, then the others by their error, then
  /// evaluators that were not played by name.
  std::vector<EvaluatorEntry> entries;
  EvaluatorEntry live_game;  ///< for comparison: one live test of T interactions
};

/// An evaluator over all tasks of a group.
struct OverallEvaluator {
  std::string group;
  std::string label;
  const EvaluatorDescription* evaluator = nullptr;
  double mean_rank = 0;  ///< by rmse, over the tasks where it could estimate every algorithm
  double tau = 0;        ///< likewise, and so on
  double absolute_bias = 0;
  double rmse = 0;
  double coverage = 0;
  double simple_regret = 0;
  double microseconds = 0;
  std::size_t tasks = 0;
  bool everywhere = false;
};

struct EvaluatorBoard : BoardOf<EvaluatorTaskBoard, OverallEvaluator> {};

/// Computes what the store does not have yet and judges it. The result does not depend on
/// `options.jobs`, except for the times. Throws SpecErrors with what is wrong in the tasks'
/// components, FileError of the store.
EvaluatorBoard make_evaluator_board(const std::vector<EvaluatorTask>& tasks, Profile profile,
                                    const Store& store, const BoardOptions& options,
                                    const BoardProgress& progress = {});

/// The numbers of a task's entries from their estimates, and the order of the entries.
void judge_task(EvaluatorTaskBoard& board);

/// Means over the tasks of a group that are available: a list for each group, in the order of the tasks. An evaluator
/// that could estimate every algorithm on none of them has no entry where another group has one of it.
std::vector<OverallEvaluator> overall_standings(const std::vector<EvaluatorTaskBoard>& tasks);

}  // namespace replaybench

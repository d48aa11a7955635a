#pragma once
// The way of a board: the tasks' studies are planned, their cells run in stages, their stored rows
// collected, the tasks judged. The boards of algorithms and of evaluators differ in what they pass.

#include <functional>
#include <list>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "suite/leaderboard/task.hpp"
#include "suite/plan/plan.hpp"
#include "suite/report/stored_rows.hpp"
#include "suite/run/runner.hpp"

namespace replaybench {

/// Result of an entry on a task.
enum class EntryStatus { played, not_applicable, failed };
std::string to_string(EntryStatus status);

/// Algorithms of the caller's, on no table of the registry. They are played on every task of algorithms
/// beside the registered ones, with their own parameters (nothing of them is tuned), and their scores
/// are not stored.
struct GuestAlgorithms {
  std::vector<const AlgorithmDescription*> algorithms;
  /// Calls its argument where the algorithms may be used (under an interpreter's lock, for example); empty:
  /// they may be used anywhere. All that is made of them is gone when the argument returns.
  std::function<void(const std::function<void()>& play)> around;
};

struct BoardOptions {
  RunOptions run;             ///< for each stage
  double timing_seconds = 0;  ///< of each measurement; 0 means none
  GuestAlgorithms guests;     ///< on a board of algorithms
};

/// Called with the stage that runs now, and the runner's numbers.
using BoardProgress = std::function<void(const std::string& stage, const RunProgress& progress)>;

/// A stop was asked for (RunOptions::stop), and the cells in progress have been finished.
class BoardStopped : public std::runtime_error {
 public:
  explicit BoardStopped(RunSummary summary)
      : std::runtime_error("the leaderboard was stopped"), summary_(std::move(summary)) {}
  const RunSummary& summary() const { return summary_; }

 private:
  RunSummary summary_;
};

/// The results of all tasks and the entries over all tasks.
template <class TaskResult, class OverallResult>
struct BoardOf {
  Profile profile = Profile::standard;
  std::vector<TaskResult> tasks;
  /// Algorithms that took part in every task by mean rank, then the others by mean rank.
  std::vector<OverallResult> overall;
  std::size_t failed_cells = 0;
  OriginCounts origins;  ///< found cells that other sources computed
};

/// The store, and the runner on it.
class BoardRun {
 public:
  BoardRun(const Store& store, const BoardOptions& options, const BoardProgress& progress)
      : store_(store), options_(options), progress_(progress) {}

  /// Computes those of the cells that the store does not have. Throws FileError of the
  /// store, BoardStopped.
  void play(const std::string& stage, const std::vector<const Cell*>& cells);
  StoredRows rows(const std::vector<const Cell*>& cells) const { return load_rows(store_, cells); }
  double timing_seconds() const { return options_.timing_seconds; }
  const GuestAlgorithms& guests() const { return options_.guests; }
  std::size_t failed_cells() const { return failed_cells_; }
  const OriginCounts& origins() const { return origins_; }

 private:
  const Store& store_;
  const BoardOptions& options_;
  const BoardProgress& progress_;
  std::size_t failed_cells_ = 0;
  OriginCounts origins_;
};

/// Cells of a task's study: those of its simulation, or of its references.
std::vector<const Cell*> cells_of(const Plan& plan, const std::string& simulation);

/// Throws SpecErrors at the place of `text` unless the evaluator of the cell, which it names, gives
/// all these numbers.
void require_numbers(const Cell& cell, const LabelledComponent& text,
                     const std::vector<std::string>& names);

/// Fills `board` with tasks, overall entries and failed cells; its profile is given. A `TaskRun` is
/// a task on its way:
///   TaskRun(task, plan)                a description of the task; throws SpecErrors
///   stages                             names of the stages, in order
///   cells(stage, run)                  the cells of a stage; rows of the stages before are stored
///   collect(run)                       reads the stored rows into `board`
///   board                              the task's result; nothing runs while it is `unavailable`
/// Then `judge_task` gives each task its standings, and `overall_standings` those over all.
template <class TaskRun, class Board, class Task>
void fill_board(Board& board, const std::vector<Task>& tasks, BoardRun run) {
  std::list<TaskRun> runs;  // which never moves them: they point into their plans
  std::vector<SpecProblem> problems;
  for (const Task& task : tasks) {
    try {
      runs.emplace_back(
          task, make_plan(std::make_shared<const ExperimentSpec>(study_of(task)), board.profile));
    } catch (const SpecErrors& errors) {
      problems.insert(problems.end(), errors.problems().begin(), errors.problems().end());
    }
  }
  if (!problems.empty()) throw SpecErrors(problems);
  for (const char* stage : TaskRun::stages) {
    std::vector<const Cell*> cells;
    for (TaskRun& task : runs) {
      if (!task.board.unavailable.empty()) continue;
      const auto more = task.cells(stage, run);
      cells.insert(cells.end(), more.begin(), more.end());
    }
    run.play(stage, cells);
  }
  for (TaskRun& task : runs) {
    if (task.board.unavailable.empty()) {
      task.collect(run);
      judge_task(task.board);
    }
    board.tasks.push_back(std::move(task.board));
  }
  board.overall = overall_standings(board.tasks);
  board.failed_cells = run.failed_cells();
  board.origins = run.origins();
}

}  // namespace replaybench

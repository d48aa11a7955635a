#include "suite/leaderboard/board.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "suite/leaderboard/oracle.hpp"
#include "suite/results/selection.hpp"
#include "suite/results/stored_rows.hpp"

namespace replaybench {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// Where a task's cells are in its plan.
struct TaskPlan {
  Plan plan;
  std::optional<Cell> oracle;
  std::vector<std::string> candidates;  // selected, by algorithm in the order of the plan's axes
};

// The cells of one algorithm: for each candidate the reported one and the selecting one.
struct AlgorithmCells {
  const AlgorithmDescription* algorithm = nullptr;
  std::vector<const Cell*> reported;
  std::vector<const Cell*> selecting;
};

std::vector<AlgorithmCells> algorithms_of(const Plan& plan) {
  std::vector<AlgorithmCells> algorithms;
  for (const Cell& cell : plan.cells) {
    const auto* algorithm = cell.simulation->algorithm.description;
    if (algorithms.empty() || algorithms.back().algorithm != algorithm) {
      algorithms.push_back({algorithm, {}, {}});
    }
    auto& cells = algorithms.back();
    (cell.simulation->first_replicate == 0 ? cells.reported : cells.selecting).push_back(&cell);
  }
  return algorithms;
}

class BoardMaker {
 public:
  BoardMaker(const std::vector<LeaderboardTask>& tasks, Profile profile, const Store& store,
             const BoardOptions& options, const BoardProgress& progress)
      : store_(store), options_(options), progress_(progress) {
    board_.profile = profile;
    std::vector<SpecProblem> problems;
    for (const LeaderboardTask& task : tasks) {
      try {
        plans_.push_back(
            {make_plan(std::make_shared<const ExperimentSpec>(study_of(task)), profile),
             std::nullopt,
             {}});
        TaskBoard& entry = board_.tasks.emplace_back();
        entry.task = task;
      } catch (const SpecErrors& errors) {
        for (const auto& problem : errors.problems()) problems.push_back(problem);
      }
    }
    if (!problems.empty()) throw SpecErrors(problems);
    for (const AlgorithmDescription* algorithm : algorithms_table()) {
      if (is_oracle(*algorithm)) board_.oracles.push_back(algorithm->name);
      if (is_trained_offline(*algorithm)) board_.trained_offline.push_back(algorithm->name);
    }
  }

  Board make() {
    for (std::size_t i = 0; i < plans_.size(); ++i) describe(board_.tasks[i], plans_[i]);
    play("selection", selecting_cells());
    std::vector<Cell> chosen;
    for (std::size_t i = 0; i < plans_.size(); ++i) select(board_.tasks[i], plans_[i], chosen);
    play("report", std::move(chosen));
    for (std::size_t i = 0; i < plans_.size(); ++i) {
      if (!board_.tasks[i].unavailable.empty()) continue;
      collect(board_.tasks[i], plans_[i]);
      judge_task(board_.tasks[i]);
    }
    board_.overall = overall_standings(board_.tasks);
    return std::move(board_);
  }

 private:
  // What the task is like, and whether it can run here.
  void describe(TaskBoard& board, TaskPlan& plan) {
    const SimulationCell& cell = *plan.plan.cells.front().simulation;
    try {
      if (!cell.dataset) {
        board.unavailable = plan.plan.cells.front().unavailable;
      } else if (const auto log = cell.dataset->log()) {
        board.is_file = true;
        board.actions = log->action_count;
        board.dimension = log->dimension;
        board.records = log->size();
      } else if (const auto environment = cell.dataset->environment({1}, {1})) {
        board.actions = environment->action_count();
        board.dimension = environment->dimension();
        plan.oracle = oracle_cell(plan.plan.cells.front());
        plan.oracle->unavailable.clear();
      }
      if (board.unavailable.empty()) board.warnings = cell.dataset->warnings();
    } catch (const EnvironmentError& error) {
      board.unavailable = error.what();
    }
    board.score_name = std::string(name_of(
        plan.plan.cells.front().simulation->columns->find(Role::expected) ? Role::expected
                                                                          : Role::estimate));
  }

  // The first stage: what selects, and what is reported without a choice.
  std::vector<Cell> selecting_cells() const {
    std::vector<Cell> cells;
    for (const TaskPlan& plan : plans_) {
      if (plan.oracle) cells.push_back(*plan.oracle);
      for (const AlgorithmCells& algorithm : algorithms_of(plan.plan)) {
        if (algorithm.reported.size() == 1) {
          cells.push_back(*algorithm.reported.front());
        } else {
          for (const Cell* cell : algorithm.selecting) cells.push_back(*cell);
        }
      }
    }
    return cells;
  }

  void play(const std::string& stage, std::vector<Cell> cells) {
    Plan plan;
    plan.profile = board_.profile;
    plan.cells = std::move(cells);
    const RunSummary summary =
        run(plan, store_, {options_.jobs, {}},
            [&](std::size_t done, std::size_t count, double work_done, double work) {
              if (progress_) progress_(stage, done, count, work_done, work);
            });
    board_.failed_cells += summary.failed.size();
  }

  // Selects a candidate for each tuned algorithm; its reported cell is added to `chosen`.
  void select(TaskBoard& board, TaskPlan& plan, std::vector<Cell>& chosen) {
    if (!board.unavailable.empty()) return;
    for (const AlgorithmCells& algorithm : algorithms_of(plan.plan)) {
      Entry& entry = board.entries.emplace_back();
      entry.algorithm = algorithm.algorithm;
      const Cell& first = *algorithm.reported.front();
      if (!first.unavailable.empty()) {
        entry.status = EntryStatus::not_applicable;
        entry.reason = first.unavailable;
      } else if (algorithm.algorithm->changes_when_asked && board.is_file) {
        entry.status = EntryStatus::not_applicable;
        entry.reason =
            "it learns from being asked, so what a replay tells of it is not true (thesis section "
            "4.4.2)";
      } else if (algorithm.reported.size() > 1) {
        select_candidate(entry, algorithm, board.task.replicates);
        for (const Cell* cell : algorithm.reported) {
          const bool wanted = axis_value(cell->axes, "candidate") == entry.candidate;
          if (wanted && entry.status == EntryStatus::played) chosen.push_back(*cell);
        }
      }
    }
  }

  void select_candidate(Entry& entry, const AlgorithmCells& algorithm, std::uint64_t replicates) {
    std::vector<CombinationRows> combinations;
    for (const Cell* cell : algorithm.selecting) {
      const std::string candidate = axis_value(cell->axes, "candidate");
      StoredRows loaded = cell->unavailable.empty() ? load_rows(store_, *cell)
                                                    : StoredRows{std::nullopt, cell->unavailable};
      if (!loaded.rows) {
        entry.note += (entry.note.empty() ? "" : "; ") + candidate + ": " + loaded.failure;
        continue;
      }
      combinations.push_back({cell, cell->axes, {std::move(*loaded.rows)}});
    }
    if (combinations.empty()) {
      entry.status = EntryStatus::failed;
      entry.reason = entry.note;
      return;
    }
    const auto best = selected(combinations, Selection::separate, replicates);
    entry.candidate = axis_value(best.front().axes, "candidate");
  }

  // The scores of what was played, and what it costs.
  void collect(TaskBoard& board, const TaskPlan& plan) {
    const auto algorithms = algorithms_of(plan.plan);
    for (std::size_t i = 0; i < algorithms.size(); ++i) {
      Entry& entry = board.entries[i];
      if (entry.status != EntryStatus::played) continue;
      for (const Cell* cell : algorithms[i].reported) {
        if (axis_value(cell->axes, "candidate") == entry.candidate) read(board, entry, *cell);
      }
    }
    if (!plan.oracle) return;
    const StoredRows loaded = load_rows(store_, *plan.oracle);
    if (!loaded.rows) return;  // counted among the failed cells
    Yardsticks references;
    const auto& rows = *loaded.rows;
    references.best_scores = last_values(rows, board.score_name);
    references.best = statistics::mean_interval(references.best_scores);
    references.best_fixed = statistics::mean_interval(last_values(rows, "best_fixed"));
    references.uniform = statistics::mean_interval(last_values(rows, "uniform"));
    board.references = std::move(references);
  }

  void read(const TaskBoard& board, Entry& entry, const Cell& cell) {
    const auto fail = [&](const std::string& reason) {
      entry.status = EntryStatus::failed;
      entry.reason = reason;
      entry.scores.clear();
    };
    StoredRows loaded = load_rows(store_, cell);
    if (!loaded.rows) return fail(loaded.failure);
    entry.scores = last_values(*loaded.rows, board.score_name);
    if (entry.scores.size() != board.task.replicates ||
        std::any_of(entry.scores.begin(), entry.scores.end(),
                    [](double score) { return !std::isfinite(score); })) {
      return fail("a replicate has no finite " + board.score_name);
    }
    entry.accepted = board.is_file && cell.simulation->columns->find(Role::accepted)
                         ? statistics::mean_interval(last_values(*loaded.rows, "accepted")).value
                         : nan;
    try {
      entry.cost = measure_cost(*cell.simulation, options_.timing_seconds);
    } catch (const std::exception& error) {
      fail(error.what());
    }
  }

  const Store& store_;
  const BoardOptions& options_;
  const BoardProgress& progress_;
  std::vector<TaskPlan> plans_;
  Board board_;
};

}  // namespace

Board make_board(const std::vector<LeaderboardTask>& tasks, Profile profile, const Store& store,
                 const BoardOptions& options, const BoardProgress& progress) {
  return BoardMaker(tasks, profile, store, options, progress).make();
}

}  // namespace replaybench

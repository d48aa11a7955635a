#include "suite/leaderboard/evaluator_board.hpp"

#include <algorithm>
#include <cmath>

#include "suite/leaderboard/evaluator_probe.hpp"
#include "suite/leaderboard/live_games.hpp"
#include "suite/results/selection.hpp"
#include "suite/results/stored_rows.hpp"

namespace replaybench {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// An evaluator that gives no row where it is not applicable, instead of failing.
class WhereApplicable final : public Evaluator {
 public:
  explicit WhereApplicable(std::shared_ptr<const Evaluator> evaluator)
      : evaluator_(std::move(evaluator)) {}

  const RowSchema& schema() const override { return evaluator_->schema(); }
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    const std::size_t before = rows.size();
    try {
      evaluator_->evaluate(trial, rows);
    } catch (const NotApplicable&) {
      rows.resize(before);
    }
  }
  const Evaluator& inner() const { return *evaluator_; }

 private:
  std::shared_ptr<const Evaluator> evaluator_;
};

// The cells of one algorithm and one evaluator, in the order of their replicates.
using Cells = std::vector<Cell>;

// A task's cells, in the order of the board's lists.
struct TaskCells {
  std::vector<std::vector<Cells>> evaluators;  // by entry, by algorithm
  std::vector<Cells> truths;                   // by algorithm
};

// A column of many cells; empty with the failure if one has no rows stored.
struct Columns {
  std::string failure;
  std::vector<Table> tables;

  Columns(const Store& store, const Cells& cells) {
    for (const Cell& cell : cells) {
      StoredRows loaded = load_rows(store, cell);
      if (!loaded.rows)
        failure = loaded.failure;
      else
        tables.push_back(std::move(*loaded.rows));
    }
  }
  std::vector<double> operator[](Role role) const { return (*this)[std::string(name_of(role))]; }
  std::vector<double> operator[](const std::string& name) const {
    std::vector<double> all;
    for (const Table& table : tables) {
      const auto values = last_values(table, name);
      all.insert(all.end(), values.begin(), values.end());
    }
    return all;
  }
};

bool all_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(),
                     [](double value) { return std::isfinite(value); });
}

double mean(const std::vector<double>& values) { return statistics::mean_interval(values).value; }

// The message of what does not apply.
std::string why_not(const SimulationCell& cell) {
  try {
    Trial trial = trial_of(cell, 0);
    std::vector<ResultRow> rows;
    static_cast<const WhereApplicable&>(*cell.evaluator).inner().evaluate(trial, rows);
  } catch (const NotApplicable& error) {
    return error.what();
  }
  return "not to every replicate";
}

class EvaluatorBoardMaker {
 public:
  EvaluatorBoardMaker(const std::vector<EvaluatorTask>& tasks, Profile profile, const Store& store,
                      const BoardOptions& options, const BoardProgress& progress)
      : store_(store), options_(options), progress_(progress) {
    board_.profile = profile;
    std::vector<SpecProblem> problems;
    for (const EvaluatorTask& task : tasks) {
      try {
        prepare(task);
      } catch (const SpecErrors& errors) {
        for (const auto& problem : errors.problems()) problems.push_back(problem);
      }
    }
    if (!problems.empty()) throw SpecErrors(problems);
  }

  EvaluatorBoard make() {
    play();
    for (std::size_t i = 0; i < board_.tasks.size(); ++i) {
      EvaluatorTaskBoard& task = board_.tasks[i];
      if (!task.unavailable.empty()) continue;
      collect_truths(task, cells_[i]);
      for (std::size_t e = 0; e < task.entries.size(); ++e) {
        EvaluatorEntry& entry = task.entries[e];
        if (entry.status != EntryStatus::played) continue;
        for (std::size_t a = 0; a < task.truths.size(); ++a) {
          entry.algorithms.push_back(errors_of(cells_[i].evaluators[e][a], task, task.truths[a]));
        }
        settle(entry, cells_[i].evaluators[e]);
      }
      judge_task(task);
    }
    board_.overall = overall_evaluators(board_.tasks);
    return std::move(board_);
  }

 private:
  // The evaluators of a task and the cells to play.
  void prepare(const EvaluatorTask& task) {
    std::vector<LabelledComponent> evaluators;
    for (const EvaluatorDescription* evaluator : evaluators_table()) {
      evaluators.push_back({evaluator->name, evaluator->name, task.dataset.place});
    }
    const std::size_t registered = evaluators.size();
    evaluators.insert(evaluators.end(), task.evaluators.begin(), task.evaluators.end());
    const Plan plan = make_plan(std::make_shared<const ExperimentSpec>(study_of(task, evaluators)),
                                board_.profile);
    EvaluatorTaskBoard& board = board_.tasks.emplace_back();
    TaskCells& cells = cells_.emplace_back();
    board.task = task;
    const SimulationCell& first = *plan.cells.front().simulation;
    const auto environment = first.dataset ? first.dataset->environment({1}, {1}) : nullptr;
    if (!environment) {
      board.unavailable = first.dataset ? "a file's truth is not known: a simulator is needed"
                                        : plan.cells.front().unavailable;
      return;
    }
    board.actions = environment->action_count();
    board.dimension = environment->dimension();
    for (const LabelledComponent& algorithm : task.algorithms) {
      board.truths.push_back({algorithm.label, algorithm.text, {}, {}, {}, nan});
    }
    const std::size_t blocks = plan.cells.size() / (evaluators.size() * task.algorithms.size());
    for (std::size_t e = 0; e < evaluators.size(); ++e) {
      // The plan has algorithms first, then evaluators, then blocks.
      const auto at = [&](std::size_t algorithm, std::size_t block) -> const Cell& {
        return plan.cells[(algorithm * evaluators.size() + e) * blocks + block];
      };
      add_entry(board, evaluators[e], e >= registered, *at(0, 0).simulation);
      EvaluatorEntry& entry = board.entries.back();
      auto& of_entry = cells.evaluators.emplace_back(task.algorithms.size());
      for (std::size_t a = 0; a < task.algorithms.size(); ++a) {
        for (std::size_t b = 0; b < blocks; ++b) {
          if (e == 0) add_truth(board.truths[a], at(a, b), task, cells, a);
          if (entry.status == EntryStatus::played) {
            of_entry[a].push_back(guarded(at(a, b), entry.choices));
          }
        }
      }
    }
  }

  static void add_entry(EvaluatorTaskBoard& board, const LabelledComponent& text, bool declared,
                        const SimulationCell& cell) {
    EvaluatorEntry& entry = board.entries.emplace_back();
    entry.label = text.label;
    entry.text = text.text;
    entry.declared = declared;
    std::vector<SpecProblem> problems;
    entry.evaluator =
        find_component(text.text, text.place, evaluators_table(), "evaluator", problems)
            ->description;
    const EvaluatorProbe found = probe(*cell.evaluator, cell);
    entry.choices = found.choices;
    entry.reason = found.reason;
    if (!found.reason.empty()) {
      entry.status = EntryStatus::not_applicable;
    } else if (!declared && found.choices > board.task.most_choices) {
      entry.status = EntryStatus::not_applicable;
      entry.reason =
          "too dear: about " + std::to_string(std::llround(found.choices)) + " choices a record";
    }
  }

  static void add_truth(TrueValue& truth, const Cell& cell, const EvaluatorTask& task,
                        TaskCells& cells, std::size_t algorithm) {
    truth.unavailable = cell.unavailable;
    if (cells.truths.size() <= algorithm) cells.truths.emplace_back();
    const std::string games = std::to_string(task.live_games);
    Cell played = with_evaluator(cell, std::make_shared<LiveGames>(task.live_games),
                                 "leaderboard live_games#1 " + games);
    played.cost *= 1 + static_cast<double>(task.live_games);
    cells.truths[algorithm].push_back(std::move(played));
  }

  // The cell with no rows where the evaluator is not applicable.
  static Cell guarded(const Cell& cell, double choices) {
    const std::size_t at = cell.canonical.find("\nevaluator ") + 11;
    const std::string identity = cell.canonical.substr(at, cell.canonical.find('\n', at) - at);
    Cell result =
        with_evaluator(cell, std::make_shared<WhereApplicable>(cell.simulation->evaluator),
                       "leaderboard where_applicable#1 " + identity);
    result.cost *= 1 + choices;
    return result;
  }

  void play() {
    Plan plan;
    plan.profile = board_.profile;
    for (const TaskCells& task : cells_) {
      for (const Cells& cells : task.truths) {
        plan.cells.insert(plan.cells.end(), cells.begin(), cells.end());
      }
      for (const auto& entry : task.evaluators) {
        for (const Cells& cells : entry) {
          plan.cells.insert(plan.cells.end(), cells.begin(), cells.end());
        }
      }
    }
    const RunSummary summary =
        run(plan, store_, {options_.jobs, {}},
            [&](std::size_t done, std::size_t count, double work_done, double work) {
              if (progress_) progress_("evaluators", done, count, work_done, work);
            });
    board_.failed_cells = summary.failed.size();
  }

  void collect_truths(EvaluatorTaskBoard& board, const TaskCells& cells) {
    EvaluatorEntry& live = board.live_game;
    live.label = "one live game";
    for (std::size_t a = 0; a < board.truths.size(); ++a) {
      TrueValue& truth = board.truths[a];
      AlgorithmErrors& errors = live.algorithms.emplace_back();
      if (truth.unavailable.empty()) {
        const Columns columns(store_, cells.truths[a]);
        truth.unavailable = columns.failure;
        truth.values = columns[Role::estimate];
        std::vector<double> squares = columns["error"];
        for (double& error : squares) error *= error;
        truth.error = std::sqrt(mean(squares));
        errors.estimates = columns["one_game"];
        errors.interactions = 1;
      }
      if (!truth.unavailable.empty()) {
        errors.status = EntryStatus::not_applicable;
        errors.reason = truth.unavailable;
      }
    }
  }

  AlgorithmErrors errors_of(const Cells& cells, const EvaluatorTaskBoard& board,
                            const TrueValue& truth) const {
    AlgorithmErrors errors;
    const auto not_played = [&](EntryStatus status, const std::string& reason) {
      errors.status = status;
      errors.reason = reason;
      errors.estimates.clear();
      return errors;
    };
    const SimulationCell& cell = *cells.front().simulation;
    if (!truth.unavailable.empty()) {
      return not_played(EntryStatus::not_applicable, truth.unavailable);
    }
    const Columns columns(store_, cells);
    if (!columns.failure.empty()) return not_played(EntryStatus::failed, columns.failure);
    errors.estimates = columns[Role::estimate];
    if (errors.estimates.size() < board.task.replicates) {
      return not_played(EntryStatus::not_applicable, why_not(cell));
    }
    if (!all_finite(errors.estimates)) {
      return not_played(EntryStatus::failed, "a replicate has no finite estimate");
    }
    const auto has = [&](Role role) { return cell.columns->find(role).has_value(); };
    if (has(Role::interval_low) && has(Role::interval_high)) {
      errors.lows = columns[Role::interval_low];
      errors.highs = columns[Role::interval_high];
    } else if (has(Role::standard_error)) {
      constexpr double z = 1.959963984540054;
      const auto widths = columns[Role::standard_error];
      for (std::size_t r = 0; r < widths.size(); ++r) {
        errors.lows.push_back(errors.estimates[r] - z * widths[r]);
        errors.highs.push_back(errors.estimates[r] + z * widths[r]);
      }
    }
    if (has(Role::accepted)) {
      errors.interactions = mean(columns[Role::accepted]) / static_cast<double>(board.task.horizon);
    }
    if (has(Role::acceptance)) errors.acceptance = mean(columns[Role::acceptance]);
    return errors;
  }

  // What the evaluator as a whole could do, and how long it takes.
  void settle(EvaluatorEntry& entry, const std::vector<Cells>& cells) const {
    double spent = 0;
    double timed = 0;
    for (std::size_t a = 0; a < entry.algorithms.size(); ++a) {
      AlgorithmErrors& errors = entry.algorithms[a];
      if (errors.status != EntryStatus::played) continue;
      ++timed;
      if (options_.timing_seconds > 0) spent += nanoseconds_a_record(*cells[a].front().simulation);
    }
    if (timed == 0) {
      entry.status = entry.algorithms.front().status;
      entry.reason = entry.algorithms.front().reason;
    } else if (options_.timing_seconds > 0) {
      entry.microseconds = 1e-3 * spent / timed;
    }
  }

  const Store& store_;
  const BoardOptions& options_;
  const BoardProgress& progress_;
  std::vector<TaskCells> cells_;
  EvaluatorBoard board_;
};

}  // namespace

EvaluatorBoard make_evaluator_board(const std::vector<EvaluatorTask>& tasks, Profile profile,
                                    const Store& store, const BoardOptions& options,
                                    const BoardProgress& progress) {
  return EvaluatorBoardMaker(tasks, profile, store, options, progress).make();
}

}  // namespace replaybench

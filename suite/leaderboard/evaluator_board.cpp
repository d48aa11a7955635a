#include "suite/leaderboard/evaluator_board.hpp"

#include <algorithm>
#include <cmath>

#include "suite/component/reference_evaluator.hpp"
#include "suite/leaderboard/evaluator_probe.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/run/compute.hpp"

namespace replaybench {

namespace {

// The cells of one algorithm and one evaluator, in the order of their replicates.
using Cells = std::vector<const Cell*>;

std::vector<Cells> by_combination(const Cells& cells) {
  std::vector<Cells> combinations;
  for (const Cell* cell : cells) {
    if (combinations.size() <= cell->combination) combinations.resize(cell->combination + 1);
    combinations[cell->combination].push_back(cell);
  }
  return combinations;
}

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
    cell.evaluator->evaluate(trial, rows);
  } catch (const NotApplicable& error) {
    return error.what();
  }
  return "not to every replicate";
}

// A task on its way; see fill_board.
class EvaluatorTaskRun {
 public:
  static constexpr const char* stages[] = {"evaluators"};

  EvaluatorTaskRun(const EvaluatorTask& task, Plan plan) : plan_(std::move(plan)) {
    board.task = task;
    const auto dataset = plan_.cells.front().simulation->dataset;
    const auto environment = dataset ? dataset->environment({1}, {1}) : nullptr;
    if (!environment) {
      board.unavailable = dataset ? "a file's truth is not known: a simulator is needed"
                                  : plan_.cells.front().unavailable;
      return;
    }
    board.actions = environment->action_count();
    board.dimension = environment->dimension();
    estimates_ = by_combination(cells_of(plan_, task.name));
    truths_ = by_combination(cells_of(plan_, reference_name(task)));
    require_numbers(*truths_.front().front(), task.truth, TrueValueColumns().names());
    for (std::size_t a = 0; a < task.algorithms.size(); ++a) {
      const LabelledComponent& algorithm = task.algorithms[a];
      board.truths.push_back(
          {algorithm.label, algorithm.text, truths_[a].front()->unavailable, {}, {}, nan});
    }
    const auto evaluators = evaluators_of(task);
    const std::size_t registered = evaluators.size() - task.evaluators.size();
    for (std::size_t e = 0; e < evaluators.size(); ++e) {
      add_entry(evaluators[e], e >= registered, *estimates_[e].front()->simulation);
    }
    set_costs();
  }

  Cells cells(const std::string&, const BoardRun&) const {
    Cells cells;
    for (const Cells& more : truths_) cells.insert(cells.end(), more.begin(), more.end());
    for (std::size_t e = 0; e < board.entries.size(); ++e) {
      if (board.entries[e].status != EntryStatus::played) continue;
      for (std::size_t a = 0; a < board.truths.size(); ++a) {
        const Cells& more = of(e, a);
        cells.insert(cells.end(), more.begin(), more.end());
      }
    }
    return cells;
  }

  void collect(const BoardRun& run) {
    collect_truths(run);
    for (std::size_t e = 0; e < board.entries.size(); ++e) {
      EvaluatorEntry& entry = board.entries[e];
      if (entry.status != EntryStatus::played) continue;
      for (std::size_t a = 0; a < board.truths.size(); ++a) {
        entry.algorithms.push_back(errors_of(of(e, a), board.truths[a], run));
      }
      set_status_and_time(entry, e, run.timing_seconds());
    }
  }

  EvaluatorTaskBoard board;

 private:
  // The plan has algorithms first, then evaluators.
  const Cells& of(std::size_t evaluator, std::size_t algorithm) const {
    return estimates_[algorithm * board.entries.size() + evaluator];
  }

  void add_entry(const LabelledComponent& text, bool declared, const SimulationCell& cell) {
    EvaluatorEntry& entry = board.entries.emplace_back();
    entry.label = text.label;
    entry.text = text.text;
    entry.declared = declared;
    std::vector<SpecProblem> problems;
    entry.evaluator =
        find_component(text.text, text.place, evaluators_table(), "evaluator", problems)
            ->description;
    if (!entry.evaluator->properties.estimates_value ||
        (kind_of(*entry.evaluator) == EvaluatorKind::measure && !declared)) {
      entry.status = EntryStatus::not_applicable;
      entry.reason =
          entry.evaluator->properties.estimates_value
              ? "it takes a log or another evaluator apart, and is no estimator of its own"
              : "it does not estimate the mean reward of an algorithm";
      return;
    }
    const EvaluatorProbe found = probe(*cell.evaluator, cell);
    entry.choices = found.choices;
    entry.reason = found.reason;
    if (!found.reason.empty()) {
      entry.status = EntryStatus::not_applicable;
    } else if (!declared && found.choices > board.task.most_choices) {
      entry.status = EntryStatus::not_applicable;
      entry.reason =
          "too slow: about " + std::to_string(std::llround(found.choices)) + " choices per record";
    }
  }

  // The expected work of the cells, now that it is known what an evaluator asks for.
  void set_costs() {
    for (Cell& cell : plan_.cells) {
      const bool is_truth = cell.task != board.task.name;
      cell.cost *= 1 + (is_truth ? static_cast<double>(board.task.live_games)
                                 : board.entries[cell.combination % board.entries.size()].choices);
    }
  }

  void collect_truths(const BoardRun& run) {
    EvaluatorEntry& live = board.live_game;
    live.label = "one live game";
    for (std::size_t a = 0; a < board.truths.size(); ++a) {
      TrueValue& truth = board.truths[a];
      AlgorithmErrors& errors = live.algorithms.emplace_back();
      if (truth.unavailable.empty()) {
        const StoredRows stored = run.rows(truths_[a]);
        truth.unavailable = stored.failure;
        const TrueValueColumns columns;
        const auto values = [&](const RowColumn& column) {
          return last_values(stored.payloads, columns.name_of(column));
        };
        truth.values = values(columns.estimate);
        std::vector<double> squares = values(columns.error);
        for (double& error : squares) error *= error;
        truth.error = std::sqrt(mean(squares));
        errors.estimates = values(columns.one_game);
        errors.interactions = 1;
      }
      if (!truth.unavailable.empty()) {
        errors.status = EntryStatus::not_applicable;
        errors.reason = truth.unavailable;
      }
    }
  }

  AlgorithmErrors errors_of(const Cells& cells, const TrueValue& truth, const BoardRun& run) const {
    AlgorithmErrors errors;
    const auto not_played = [&](EntryStatus status, const std::string& reason) {
      errors.status = status;
      errors.reason = reason;
      errors.estimates.clear();
      return errors;
    };
    if (!truth.unavailable.empty()) {
      return not_played(EntryStatus::not_applicable, truth.unavailable);
    }
    const StoredRows stored = run.rows(cells);
    const auto column = [&](Role role) { return last_values(stored.payloads, role); };
    if (!stored.failure.empty()) return not_played(EntryStatus::failed, stored.failure);
    errors.estimates = column(Role::estimate);
    if (errors.estimates.size() < board.task.replicates) {
      return not_played(EntryStatus::not_applicable, why_not(*cells.front()->simulation));
    }
    if (!all_finite(errors.estimates)) {
      return not_played(EntryStatus::failed, "a replicate has no finite estimate");
    }
    const auto has = [&](Role role) {
      return cells.front()->simulation->columns->find(role).has_value();
    };
    if (has(Role::interval_low) && has(Role::interval_high)) {
      errors.lows = column(Role::interval_low);
      errors.highs = column(Role::interval_high);
    } else if (has(Role::standard_error)) {
      constexpr double z = 1.959963984540054;
      const auto widths = column(Role::standard_error);
      for (std::size_t r = 0; r < widths.size(); ++r) {
        errors.lows.push_back(errors.estimates[r] - z * widths[r]);
        errors.highs.push_back(errors.estimates[r] + z * widths[r]);
      }
    }
    if (has(Role::accepted)) {
      errors.interactions = mean(column(Role::accepted)) / static_cast<double>(board.task.horizon);
    }
    if (has(Role::acceptance)) errors.acceptance = mean(column(Role::acceptance));
    return errors;
  }

  // Sets the status of the evaluator as a whole, and its time.
  void set_status_and_time(EvaluatorEntry& entry, std::size_t evaluator,
                           double timing_seconds) const {
    double spent = 0;
    double timed = 0;
    for (std::size_t a = 0; a < entry.algorithms.size(); ++a) {
      if (entry.algorithms[a].status != EntryStatus::played) continue;
      ++timed;
      if (timing_seconds > 0) spent += nanoseconds_a_record(*of(evaluator, a).front()->simulation);
    }
    if (timed == 0) {
      entry.status = entry.algorithms.front().status;
      entry.reason = entry.algorithms.front().reason;
    } else if (timing_seconds > 0) {
      entry.microseconds = 1e-3 * spent / timed;
    }
  }

  Plan plan_;
  std::vector<Cells> estimates_;  // by algorithm and evaluator
  std::vector<Cells> truths_;     // by algorithm
};

}  // namespace

EvaluatorBoard make_evaluator_board(const std::vector<EvaluatorTask>& tasks, Profile profile,
                                    const Store& store, const BoardOptions& options,
                                    const BoardProgress& progress) {
  EvaluatorBoard board;
  board.profile = profile;
  fill_board<EvaluatorTaskRun>(board, tasks, BoardRun(store, options, progress));
  return board;
}

}  // namespace replaybench

#include "suite/leaderboard/board.hpp"

#include <algorithm>
#include <cmath>

#include "suite/component/reference_evaluator.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/plan/column_name.hpp"
#include "suite/report/selection.hpp"
#include "suite/run/compute.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

namespace {

// The cells of one algorithm: for each candidate the reported one and the selecting one.
struct AlgorithmCells {
  const AlgorithmDescription* algorithm = nullptr;
  std::vector<const Cell*> reported;
  std::vector<const Cell*> selecting;
};

std::vector<AlgorithmCells> by_algorithm(const std::vector<const Cell*>& cells) {
  std::vector<AlgorithmCells> algorithms;
  for (const Cell* cell : cells) {
    const auto* algorithm = cell->simulation->algorithm.description;
    if (algorithms.empty() || algorithms.back().algorithm != algorithm) {
      algorithms.push_back({algorithm, {}, {}});
    }
    auto& of_algorithm = algorithms.back();
    (cell->simulation->first_replicate == 0 ? of_algorithm.reported : of_algorithm.selecting)
        .push_back(cell);
  }
  return algorithms;
}

// A task on its way; see fill_board.
class AlgorithmTaskRun {
 public:
  static constexpr const char* stages[] = {"selection", "report"};

  AlgorithmTaskRun(const LeaderboardTask& task, Plan plan) : plan_(std::move(plan)) {
    board.task = task;
    algorithms_ = by_algorithm(cells_of(plan_, task.name));
    const Cell& first = *algorithms_.front().reported.front();
    const RowSchema& columns = *first.simulation->columns;
    board.score_name = name_of(columns.find(Role::expected) ? Role::expected : Role::estimate);
    describe(first);
  }

  std::vector<const Cell*> cells(const std::string& stage, const BoardRun& run) {
    return stage == stages[0] ? selecting_cells() : chosen_cells(run);
  }

  // The scores of what was played, and what it costs.
  void collect(const BoardRun& run) {
    for (std::size_t i = 0; i < algorithms_.size(); ++i) {
      Entry& entry = board.entries[i];
      if (entry.status != EntryStatus::played) continue;
      for (const Cell* cell : algorithms_[i].reported) {
        if (axis_value(cell->axes, column_name::candidate) == entry.candidate)
          read(entry, *cell, run);
      }
    }
    add_guests(run.guests());
    const StoredRows stored = run.rows(references_);
    if (references_.empty() || !stored.failure.empty()) return;  // counted among the failed cells
    ReferenceScores scores;
    scores.best_scores = last_values(stored.payloads, board.score_name);
    scores.best = statistics::mean_interval(scores.best_scores);
    const ReferenceScoreColumns columns;
    const auto mean_of = [&](const RowColumn& column) {
      return statistics::mean_interval(last_values(stored.payloads, columns.name_of(column)));
    };
    scores.best_fixed = mean_of(columns.best_fixed);
    scores.uniform = mean_of(columns.uniform);
    board.references = std::move(scores);
  }

  TaskBoard board;

 private:
  // The task's data, and whether they are here.
  void describe(const Cell& cell) {
    const auto& dataset = cell.simulation->dataset;
    try {
      if (!dataset) {
        board.unavailable = cell.unavailable;
      } else if (const auto log = dataset->log()) {
        board.is_file = true;
        board.actions = log->action_count;
        board.dimension = log->dimension;
        board.records = log->size();
      } else if (const auto environment = dataset->environment({1}, {1})) {
        board.actions = environment->action_count();
        board.dimension = environment->dimension();
        references_ = cells_of(plan_, reference_name(board.task));
      }
      if (board.unavailable.empty()) board.warnings = dataset->warnings();
    } catch (const FileError& error) {
      board.unavailable = error.what();
    }
    for (const Cell* reference : references_) {
      const ReferenceScoreColumns columns;
      require_numbers(*reference, board.task.references,
                      {board.score_name, columns.name_of(columns.best_fixed),
                       columns.name_of(columns.uniform)});
    }
  }

  // Cells of the references, cells that select a candidate, and cells that are reported without a selection.
  std::vector<const Cell*> selecting_cells() const {
    std::vector<const Cell*> cells = references_;
    for (const AlgorithmCells& algorithm : algorithms_) {
      const auto& more = algorithm.reported.size() == 1 ? algorithm.reported : algorithm.selecting;
      cells.insert(cells.end(), more.begin(), more.end());
    }
    return cells;
  }

  // Cells of the selected candidates. Creates the entries.
  std::vector<const Cell*> chosen_cells(const BoardRun& run) {
    std::vector<const Cell*> chosen;
    for (const AlgorithmCells& algorithm : algorithms_) {
      Entry& entry = board.entries.emplace_back();
      entry.algorithm = algorithm.algorithm;
      const Cell& first = *algorithm.reported.front();
      if (!first.unavailable.empty()) {
        entry.status = EntryStatus::not_applicable;
        entry.reason = first.unavailable;
      } else if (algorithm.algorithm->properties.changes_state_in_choose && board.is_file) {
        entry.status = EntryStatus::not_applicable;
        entry.reason =
            "it learns from being asked, so what a replay says about it is not true (thesis "
            "section "
            "4.4.2, p. 113)";
      } else if (algorithm.reported.size() > 1) {
        select_candidate(entry, algorithm, run);
        for (const Cell* cell : algorithm.reported) {
          const bool wanted = axis_value(cell->axes, column_name::candidate) == entry.candidate;
          if (wanted && entry.status == EntryStatus::played) chosen.push_back(cell);
        }
      }
    }
    return chosen;
  }

  void select_candidate(Entry& entry, const AlgorithmCells& algorithm, const BoardRun& run) const {
    std::vector<CombinationRows> combinations;
    for (const Cell* cell : algorithm.selecting) {
      StoredRows stored =
          cell->unavailable.empty() ? run.rows({cell}) : StoredRows{{}, cell->unavailable};
      if (stored.failure.empty()) {
        combinations.emplace_back(*cell).payloads = std::move(stored.payloads);
      } else {
        entry.note += (entry.note.empty() ? "" : "; ") +
                      axis_value(cell->axes, column_name::candidate) + ": " + stored.failure;
      }
    }
    if (combinations.empty()) {
      entry.status = EntryStatus::failed;
      entry.reason = entry.note;
      return;
    }
    const auto best = selected(combinations, Selection::separate, board.task.replicates);
    entry.candidate = axis_value(best.front().axes, column_name::candidate);
  }

  static void fail(Entry& entry, const std::string& reason) {
    entry.status = EntryStatus::failed;
    entry.reason = reason;
    entry.scores.clear();
  }

  void read(Entry& entry, const Cell& cell, const BoardRun& run) const {
    const StoredRows stored = run.rows({&cell});
    if (!stored.failure.empty()) return fail(entry, stored.failure);
    read_scores(entry, cell, stored.payloads);
    if (entry.status != EntryStatus::played) return;
    try {
      entry.cost = measure_cost(*cell.simulation, run.timing_seconds());
    } catch (const std::exception& error) {
      fail(entry, error.what());
    }
  }

  void read_scores(Entry& entry, const Cell& cell, const std::vector<Table>& payloads) const {
    entry.scores = last_values(payloads, board.score_name);
    if (entry.scores.size() != board.task.replicates ||
        std::any_of(entry.scores.begin(), entry.scores.end(),
                    [](double score) { return !std::isfinite(score); })) {
      return fail(entry, "a replicate has no finite " + board.score_name);
    }
    entry.accepted = board.is_file && cell.simulation->columns->find(Role::accepted)
                         ? statistics::mean_interval(last_values(payloads, Role::accepted)).value
                         : nan;
  }

  void add_guests(const GuestAlgorithms& guests) {
    for (const AlgorithmDescription* guest : guests.algorithms) {
      Entry& entry = board.entries.emplace_back();
      entry.algorithm = guest;
      entry.is_guest = true;
      const auto play = [&] { play_guest(entry); };
      guests.around ? guests.around(play) : play();
    }
  }

  // The replicates that are reported of every entry, with the streams of the guest's own name.
  void play_guest(Entry& entry) const {
    Cell cell = *algorithms_.front().reported.front();
    cell.simulation->algorithm = {entry.algorithm, Parameters({})};
    try {
      read_scores(entry, cell, {Table::from_csv(compute(cell), "the rows of a guest")});
    } catch (const NotApplicable& error) {
      entry.status = EntryStatus::not_applicable;
      entry.reason = error.what();
    }
  }

  Plan plan_;
  std::vector<AlgorithmCells> algorithms_;
  std::vector<const Cell*> references_;
};

// Streams are addressed by name, and so are the entries of a board.
void require_new_names(const std::vector<const AlgorithmDescription*>& guests) {
  std::vector<std::string> taken = names_of(algorithms_table());
  for (const AlgorithmDescription* guest : guests) {
    if (std::find(taken.begin(), taken.end(), guest->name) != taken.end()) {
      throw SpecErrors("the board has an algorithm of the name " + quoted_text(guest->name) +
                       "; give this one another name");
    }
    taken.push_back(guest->name);
  }
}

}  // namespace

Board make_board(const std::vector<LeaderboardTask>& tasks, Profile profile, const Store& store,
                 const BoardOptions& options, const BoardProgress& progress) {
  require_new_names(options.guests.algorithms);
  Board board;
  board.profile = profile;
  for (const AlgorithmDescription* algorithm : algorithms_table()) {
    if (is_oracle(*algorithm)) board.oracles.push_back(algorithm->name);
    if (is_trained_offline(*algorithm)) board.trained_offline.push_back(algorithm->name);
    if (algorithm->properties.is_reference) board.for_reference.push_back(algorithm->name);
  }
  fill_board<AlgorithmTaskRun>(board, tasks, BoardRun(store, options, progress));
  return board;
}

}  // namespace replaybench

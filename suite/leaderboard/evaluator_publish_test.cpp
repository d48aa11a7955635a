#include <cmath>

#include "suite/leaderboard/publish.hpp"
#include "suite/testing/evaluator_tasks.hpp"

using namespace replaybench;

namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}
bool has(const std::string& text, const std::string& part) { return count(text, part) > 0; }

const EvaluatorTaskFolder& small_folder() {
  static const EvaluatorTaskFolder folder(
      Files{{"arms", evaluator_task_text("bernoulli_arms{means=[0.1, 0.9]}", three_algorithms)},
            {"data", evaluator_task_text("log{path=\"nowhere.csv\"}", three_algorithms)}});
  return folder;
}
const EvaluatorBoard& small_board() {
  static const EvaluatorBoard board = small_folder().board();
  return board;
}

}  // namespace

TEST_CASE("leaderboard: the evaluators' CSV files read back") {
  const EvaluatorBoard& board = small_board();
  const Table table = Table::from_csv(evaluators_table_of(board).to_csv(), "evaluators");
  CHECK(table.rows() == evaluators_table().size() - 2 + 1);  // no references, but the live game
  for (const char* name :
       {"rmse", "coverage", "tau_low", "best_found", "simple_regret_high", "choices"}) {
    CHECK(std::holds_alternative<NumberColumn>(table.column(name)));
  }
  const Table errors = Table::from_csv(errors_table(board).to_csv(), "errors");
  CHECK(errors.rows() > 3 * 5);
  CHECK(Table::from_csv(truths_table(board).to_csv(), "truths").rows() == 3);
}

TEST_CASE("leaderboard: the evaluators' page needs nothing but itself") {
  const EvaluatorBoard& board = small_board();
  const std::string page = evaluator_page(board);
  CHECK(has(page, "A &lt;task&gt;"));
  CHECK_FALSE(has(page, "<task>"));
  for (const char* outside : {"http://", "src=", "@import", "url(", "fetch(", "XMLHttpRequest"}) {
    INFO(outside);
    CHECK_FALSE(has(page, outside));
  }
  for (const EvaluatorEntry& entry : board.tasks[0].entries) {
    INFO(entry.label);
    CHECK(has(page, entry.label));
  }
  for (const auto& [open, close] : {std::pair("<table", "</table>"), std::pair("<th ", "</th>"),
                                    std::pair("<tbody", "</tbody>"), std::pair("<svg", "</svg>")}) {
    CHECK(count(page, open) == count(page, close));
  }
  CHECK_FALSE(has(page, "nan"));  // red_inf has two algorithms alone, whose order may be tied
  CHECK(has(page, "Not here: "));
  CHECK(has(page, "one live game"));
  CHECK(evaluator_page(board) == page);
  CHECK_FALSE(has(page, "href=\"index.html\""));
  CHECK(has(evaluator_page(board, true), "href=\"index.html\""));
}

TEST_CASE("leaderboard: evaluators that estimate no value, or take others apart, are not ranked") {
  const EvaluatorBoard& board = small_board();
  std::size_t seen = 0;
  for (const EvaluatorEntry& entry : board.tasks[0].entries) {
    if (entry.evaluator->properties.estimates_value &&
        kind_of(*entry.evaluator) != EvaluatorKind::measure)
      continue;
    ++seen;
    INFO(entry.label);
    CHECK(entry.status == EntryStatus::not_applicable);
    CHECK(entry.reason.find(entry.evaluator->properties.estimates_value
                                ? "apart"
                                : "does not estimate") != std::string::npos);
  }
  CHECK(seen > 8);
  for (const OverallEvaluator& entry : board.overall) {
    for (const char* name :
         {"zone_errors", "two_phases", "largest_zones", "online_classification"}) {
      CHECK(entry.label != name);
    }
  }
}

TEST_CASE("leaderboard: the two pages link to each other when both are there") {
  Board first;
  CHECK_FALSE(has(leaderboard_page(first), "evaluators.html"));
  CHECK(has(leaderboard_page(first, true), "href=\"evaluators.html\""));
}

TEST_CASE("leaderboard: the evaluators' Markdown tables have as many cells in each row") {
  const std::string text = markdown(small_board());
  CHECK(has(text, "| replay |"));
  std::size_t cells = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    const std::string line = text.substr(at, end - at);
    at = end + 1;
    if (line.empty() || line[0] != '|') {
      cells = 0;
      continue;
    }
    if (cells > 0) CHECK(count(line, "|") == cells);
    cells = count(line, "|");
  }
}

TEST_CASE("leaderboard: the evaluators' page is the same for any number of threads") {
  TemporaryFolder folder;
  const std::string digest = publish(small_board(), {folder.path() / "out"});
  CHECK(digest.size() == 64);
  for (const char* name : {"evaluators.csv", "evaluator_errors.csv", "evaluator_truths.csv",
                           "evaluator_costs.csv", "evaluators.md", "evaluators.html"}) {
    INFO(name);
    CHECK(std::filesystem::file_size(folder.path() / "out" / name) > 100);
  }
  const EvaluatorTaskFolder again(
      Files{{"arms", evaluator_task_text("bernoulli_arms{means=[0.1, 0.9]}", three_algorithms)},
            {"data", evaluator_task_text("log{path=\"nowhere.csv\"}", three_algorithms)}});
  const EvaluatorBoard timed = again.board(3, 0.0001);
  CHECK(publish(timed, {folder.path() / "again"}) == digest);
  CHECK(evaluator_entry(timed.tasks[0], "bred").microseconds > 0);
  CHECK(std::isnan(evaluator_entry(small_board().tasks[0], "bred").microseconds));
}

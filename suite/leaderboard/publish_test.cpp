#include "suite/leaderboard/publish.hpp"

#include <cmath>

#include "suite/leaderboard/numbers.hpp"
#include "suite/testing/leaderboard_tasks.hpp"

using namespace replaybench;

namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}
bool has(const std::string& text, const std::string& part) { return count(text, part) > 0; }

// A board that is played quickly, ranked: 16 replicates of two arms far apart.
const Board& small_board() {
  static const TaskFolder folder(
      Files{{"arms",
             "title = 'A <task>'\nabout = 'One & only.'\nseed = 1\ndataset = "
             "'bernoulli_arms{means=[0.1, 0.9]}'\nhorizon = 30\nreplicates = 16\n"
             "selection = 2\nevaluator = 'online'\nreferences = 'reference_scores'\n"},
            {"data", task_text("csv_log{path=\"nowhere.csv\"}", "evaluator = 'replay'\n")}});
  static const Board board = folder.board();
  return board;
}

}  // namespace

TEST_CASE("leaderboard: numbers for readers") {
  CHECK(decimals(0.51234, 4) == "0.5123");
  CHECK(decimals(-0.0001, 3) == "0.000");
  CHECK(decimals(-0.0006, 3) == "-0.001");
  CHECK(decimals(std::nan(""), 3) == "–");
  CHECK(thousands(7) == "7");
  CHECK(thousands(1234567) == "1,234,567");
  CHECK(thousands(-1234) == "-1,234");
  CHECK(nanoseconds_text(7.44) == "7.4");
  CHECK(nanoseconds_text(12345.6) == "12,346");
  CHECK(with_half_width({0.5, 0.4, 0.6}, 2) == "0.50 ± 0.10");
  CHECK(rank_text(3) == "3");
  CHECK(rank_text(2.5) == "2.5");
}

TEST_CASE("leaderboard: the CSV files read back, and every algorithm is in them") {
  const Board& board = small_board();
  REQUIRE(board.tasks[0].ranked);
  const Table scores = Table::from_csv(scores_table(board).to_csv(), "scores");
  CHECK(scores.rows() ==
        algorithms_table().size() - board.oracles.size() - board.trained_offline.size());
  for (const auto& name : {"mean_low", "rank", "worst_rank", "regret", "state_bytes"}) {
    CHECK(std::holds_alternative<NumberColumn>(scores.column(name)));
  }
  CHECK(Table::from_csv(tasks_table(board).to_csv(), "tasks").rows() == 2);
  CHECK(Table::from_csv(overall_table(board).to_csv(), "overall").rows() == scores.rows());
  const Table pairs = Table::from_csv(comparisons_table(board).to_csv(), "comparisons");
  CHECK(pairs.rows() == board.tasks[0].comparisons.size());
  for (const double difference : std::get<NumberColumn>(pairs.column("difference"))) {
    CHECK(difference >= -1e-12);  // the order is that of the means
  }
}

TEST_CASE("leaderboard: the page needs nothing but itself and says all without its script") {
  const Board& board = small_board();
  const std::string page = leaderboard_page(board);
  CHECK(has(page, "A &lt;task&gt;"));
  CHECK_FALSE(has(page, "<task>"));
  CHECK(has(page, "One &amp; only."));
  for (const char* outside : {"http://", "src=", "@import", "url(", "fetch(", "XMLHttpRequest"}) {
    INFO(outside);
    CHECK_FALSE(has(page.substr(0, page.find("<script>")), outside));
    CHECK_FALSE(has(page.substr(page.find("<script>")), outside));
  }
  // A row in the overall table, one in the task's, one in the list of algorithms.
  for (const Entry& entry : board.tasks[0].entries) {
    INFO(entry.algorithm->name);
    CHECK(count(page, ">" + entry.algorithm->name + "</th>") == 3);
  }
  CHECK(count(page, "<table") == count(page, "</table>"));
  CHECK(count(page, "<tr>") == count(page, "</tr>"));
  CHECK(count(page, "<tbody") == count(page, "</tbody>"));
  CHECK(count(page, "<svg") == count(page, "</svg>"));
  CHECK(has(page, "Not here: "));
  CHECK(has(page, ">best policy</th>"));
  CHECK(leaderboard_page(board) == page);
}

TEST_CASE("leaderboard: Markdown tables have as many cells in each row") {
  const std::string text = markdown(small_board());
  CHECK(has(text, "| lin_ucb |"));
  CHECK(has(text, "Not here: "));
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

TEST_CASE("leaderboard: what is published, and its digest") {
  TemporaryFolder folder;
  const std::string digest = publish(small_board(), folder.path() / "out");
  CHECK(digest.size() == 64);
  CHECK(publish(small_board(), folder.path() / "again") == digest);
  for (const char* name : {"scores.csv", "tasks.csv", "overall.csv", "comparisons.csv", "costs.csv",
                           "leaderboard.md", "index.html"}) {
    INFO(name);
    CHECK(std::filesystem::file_size(folder.path() / "out" / name) > 100);
  }
  Board other = small_board();
  other.tasks[0].entries[0].score.value += 1e-15;
  CHECK(publish(other, folder.path() / "other") != digest);
  Board slower = small_board();
  slower.tasks[0].entries[0].cost.choose_ns = 5;
  CHECK(publish(slower, folder.path() / "slower") == digest);
  // Nothing played at all is still a page.
  Board empty;
  empty.tasks = {small_board().tasks[1]};
  CHECK(publish(empty, folder.path() / "empty").size() == 64);
}

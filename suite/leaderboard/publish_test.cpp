#include "suite/leaderboard/publish.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "suite/leaderboard/numbers.hpp"
#include "suite/leaderboard/plots.hpp"
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
            {"data", task_text("log{path=\"nowhere.csv\"}", "evaluator = 'replay'\n")}});
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
  CHECK(Table::from_csv(overall_table(board).to_csv(), "overall").rows() ==
        scores.rows() - board.for_reference.size());
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
  // A row in the overall table, one in the task's, one in the list of algorithms; none of what could
  // not be played.
  for (const Entry& entry : board.tasks[0].entries) {
    INFO(entry.algorithm->name);
    const bool played = entry.status == EntryStatus::played;
    CHECK(count(page, ">" + entry.algorithm->name + "</th>") == (takes_rank(entry) ? 3 : played));
  }
  CHECK(count(page, "<table") == count(page, "</table>"));
  CHECK(count(page, "<tr>") + count(page, "<tr ") == count(page, "</tr>"));
  CHECK(count(page, "<tbody") == count(page, "</tbody>"));
  CHECK(count(page, "<svg") == count(page, "</svg>"));
  CHECK(has(page, "Not here: "));
  CHECK(has(page, ">best policy</th>"));
  CHECK(has(page, "href=\"../index.html\""));
  // Counter-examples are played, and take no rank.
  CHECK(has(page, "counter-examples or parts of experiments: "));
  for (const char* name : {"first_context", "table_policy", "ucb_v_counting_choose"}) {
    INFO(name);
    CHECK(std::find(board.for_reference.begin(), board.for_reference.end(), name) !=
          board.for_reference.end());
  }
  CHECK(leaderboard_page(board) == page);
}

TEST_CASE("leaderboard: a name leads to its page in the site, without a site to its folder") {
  TemporaryFolder place;
  place.write("home/algorithms/ucb/ucb.hpp", "");
  place.write("home/evaluators/measures/zone_errors/zone_errors.hpp", "");
  const ComponentPages pages{place.path() / "results/leaderboard", place.path() / "home"};
  const EvaluatorDescription* measure = nullptr;
  for (const EvaluatorDescription* evaluator : evaluators_table()) {
    if (evaluator->name == "zone_errors") measure = evaluator;
  }
  REQUIRE(measure);
  CHECK(pages.of(*described("ucb")) == "../../home/algorithms/ucb");
  CHECK(pages.of(*described("lin_ucb")).empty());
  CHECK(pages.of(*measure) == "../../home/evaluators/measures/zone_errors");
  CHECK(ComponentPages().of(*described("ucb")).empty());

  place.write("results/site/reference/algorithms/ucb.html", "");
  place.write("results/site/reference/measures/zone_errors.html", "");
  CHECK(pages.of(*described("ucb")) == "../site/reference/algorithms/ucb.html");
  CHECK(pages.of(*measure) == "../site/reference/measures/zone_errors.html");

  const std::string page = leaderboard_page(small_board(), false, pages);
  const std::string link =
      "<a class=component href=\"../site/reference/algorithms/ucb.html\">ucb</a>";
  CHECK(count(page, link) == 3);  // overall, on the task, in the list of algorithms
  CHECK(has(page, ">lin_ucb</th>"));
  CHECK(has(markdown(small_board(), pages), "| [ucb](../site/reference/algorithms/ucb.html) |"));
}

TEST_CASE("leaderboard: nobody wins where the order is noise, nor at smoke") {
  TaskBoard task;
  const auto add = [&](const std::string& name, double score, std::size_t best_rank) {
    Entry entry;
    entry.algorithm = described(name);
    entry.score.value = score;
    entry.best_rank = best_rank;
    task.entries.push_back(entry);
  };
  add("ucb", 0.75, 1);
  add("lin_ucb", 0.5, 2);
  CHECK(leaders_text(task) == "best ucb (0.7500)");
  task.entries[1].best_rank = 1;
  CHECK(leaders_text(task) ==
        "2 are statistically tied for the best mean reward (0.7500): ucb, lin_ucb");
  for (const char* name : {"moss", "gap", "softmax", "ucb_v", "exp3"}) add(name, 0.5, 1);
  CHECK(leaders_text(task) ==
        "7 are statistically tied for the best mean reward (0.7500): ucb, lin_ucb, moss, gap, "
        "softmax and 2 others");
  Board board = small_board();
  board.profile = Profile::smoke;
  CHECK(has(leaderboard_page(board), "No winners here."));
  CHECK_FALSE(has(leaderboard_page(board), "<p>Result: "));
  board.profile = Profile::standard;
  CHECK_FALSE(has(leaderboard_page(board), "No winners here."));
  CHECK(has(leaderboard_page(board), "<p>Result: "));
}

TEST_CASE("leaderboard: a task that is not ranked has no columns of ranks, and one task is one") {
  Board board = small_board();
  board.tasks.resize(1);
  CHECK(has(leaderboard_page(board), ">possible ranks<"));
  board.tasks[0].ranked = false;
  const std::string page = leaderboard_page(board);
  CHECK_FALSE(has(page, ">possible ranks<"));
  CHECK(has(page, " on 1 task, profile"));
  // As many cells as columns.
  const std::string table = page.substr(page.find("id=\"table_arms\""));
  const std::string head = table.substr(0, table.find("</thead>"));
  const std::string row = table.substr(
      table.find("<tbody>"), table.find("</tr>", table.find("<tbody>")) - table.find("<tbody>"));
  CHECK(count(head, "<th ") == count(row, "<th ") + count(row, "<td"));
}

TEST_CASE("leaderboard: the longer bar is the better mean rank") {
  const Board& board = small_board();
  const std::string page = leaderboard_page(board);
  double before = 1000;
  std::size_t bars = 0;
  const std::string mark = "class=length d=\"M0 5H";
  const std::string overall = page.substr(0, page.find("</table>"));
  for (auto at = overall.find(mark); at != std::string::npos; at = overall.find(mark, at + 1)) {
    const double length = std::stod(overall.substr(at + mark.size()));
    CHECK(length <= before);
    before = length;
    ++bars;
  }
  CHECK(bars == board.overall.size());
  CHECK(before == 0);  // of the last
}

TEST_CASE("leaderboard: names on the cost plot cover no dot and no other name") {
  Board board = small_board();
  std::size_t number = 0;  // all on the front, near each other: the more dear, the better
  for (OverallEntry& entry : board.overall) {
    entry.everywhere = true;
    entry.mean_share = 0.5 + 0.002 * static_cast<double>(number);
    for (Entry& played : board.tasks[0].entries) {
      if (played.algorithm != entry.algorithm) continue;
      played.cost.choose_ns = 100 + 2 * static_cast<double>(number);
      played.cost.update_ns = 1;
    }
    if (++number == 12) break;
  }
  board.overall.resize(12);
  const nlohmann::json plot = cost_plot(board);
  struct Place {
    double left, right, base;
  };
  std::vector<Place> names;
  for (const auto& dot : plot["dots"]) {
    REQUIRE(dot["label"].is_object());
    const double x = std::stod(dot["label"]["x"].get<std::string>());
    const double y = std::stod(dot["label"]["y"].get<std::string>());
    const double right = x + 6 * static_cast<double>(dot["name"].get<std::string>().size());
    for (const auto& other : plot["dots"]) {
      const double dot_x = std::stod(other["x"].get<std::string>());
      const double dot_y = std::stod(other["y"].get<std::string>());
      CHECK_FALSE((dot_x > x && dot_x < right && dot_y > y - 9 && dot_y < y));
    }
    for (const Place& other : names) {
      CHECK_FALSE((x < other.right && other.left < right && std::fabs(y - other.base) < 10));
    }
    names.push_back({x, right, y});
  }
  CHECK(names.size() == 12);
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
  const std::string digest = publish(small_board(), {folder.path() / "out"});
  CHECK(digest.size() == 64);
  CHECK(publish(small_board(), {folder.path() / "again"}) == digest);
  for (const char* name : {"scores.csv", "tasks.csv", "overall.csv", "comparisons.csv", "costs.csv",
                           "leaderboard.md", "index.html"}) {
    INFO(name);
    CHECK(std::filesystem::file_size(folder.path() / "out" / name) > 100);
  }
  Board other = small_board();
  other.tasks[0].entries[0].score.value += 1e-15;
  CHECK(publish(other, {folder.path() / "other"}) != digest);
  Board slower = small_board();
  slower.tasks[0].entries[0].cost.choose_ns = 5;
  CHECK(publish(slower, {folder.path() / "slower"}) == digest);
  // Nothing played at all is still a page.
  Board empty;
  empty.tasks = {small_board().tasks[1]};
  CHECK(publish(empty, {folder.path() / "empty"}).size() == 64);
}

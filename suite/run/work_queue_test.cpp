#include "suite/run/work_queue.hpp"

#include <numeric>
#include <set>
#include <thread>

#include "suite/model/cpu_time.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/studies.hpp"

using namespace replaybench;

namespace {

// Two kinds; horizons 5 to 16, cells of three replicates. Cell 2 i is of ucb, 2 i + 1 of uniform.
Plan study(const std::string& horizons = "5..16") {
  return plan_of(study_head + "[[simulation]]\nname = 'play'\nsweep = ['T = " + horizons +
                 "']\ndatasets = ['bernoulli_arms']\nalgorithms = ['ucb', 'uniform_random']\n"
                 "evaluators = ['replay']\nhorizon = 'T'\nreplicates = 3\n"
                 "[[table]]\nname = 'x'\nfrom = 'play'\n");
}

std::vector<std::size_t> all(const Plan& plan) {
  std::vector<std::size_t> cells(plan.cells.size());
  std::iota(cells.begin(), cells.end(), std::size_t{0});
  return cells;
}

std::uint64_t horizon(const Plan& plan, std::size_t cell) {
  return plan.cells[cell].simulation->horizon;
}

std::vector<std::uint64_t> taken(const Plan& plan, WorkQueue& queue, std::size_t thread,
                                 std::size_t count) {
  std::vector<std::uint64_t> horizons;
  for (std::size_t i = 0; i < count; ++i) {
    const auto cell = queue.take(thread);
    if (!cell) break;
    horizons.push_back(horizon(plan, *cell));
  }
  return horizons;
}

using Horizons = std::vector<std::uint64_t>;

// Seconds of one cell, which its algorithm decides and not its interactions.
double seconds(const Plan& plan, std::size_t cell) {
  return plan.cells[cell].simulation->algorithm.description->name == "ucb" ? 6 : 0.06;
}

void measure(const Plan& plan, CostModel& costs, std::size_t cell) {
  costs.observe(costs.combination_of(plan.cells[cell]), 3, seconds(plan, cell));
}

// Uses a core for this long.
void work(double seconds) {
  for (const double start = cpu_seconds(); cpu_seconds() - start < seconds;) {
  }
}

}  // namespace

TEST_CASE("queue: the first thread takes the shortest cells, the others the longest") {
  // Cells without a log in common: the horizons of the two kinds differ.
  const auto task = [](const std::string& algorithm, const std::string& horizon) {
    return "[[simulation]]\nname = '" + algorithm +
           "'\nsweep = ['T = 5..16']\ndatasets = ['bernoulli_arms']\nalgorithms = ['" + algorithm +
           "']\nevaluators = ['replay']\nhorizon = '" + horizon +
           "'\nreplicates = 3\n[[table]]\nname = '" + algorithm + "'\nfrom = '" + algorithm + "'\n";
  };
  const Plan plan = plan_of(study_head + task("ucb", "T") + task("uniform_random", "T + 12"));
  REQUIRE(plan.cells.size() == 24);
  CostModel costs;
  for (const std::size_t cell : {0, 11, 12, 23}) measure(plan, costs, cell);
  // Nothing is to be found out: uniform's cells are the shortest by what was measured.
  WorkQueue queue(plan, costs, all(plan));
  CHECK(queue.cells() == 24);
  const auto first = queue.take(0);
  const auto last = queue.take(1);
  REQUIRE(first);
  REQUIRE(last);
  CHECK(*first >= 12);
  CHECK(*last < 12);
  std::set<std::size_t> seen{*first, *last};
  for (std::size_t i = 2; i < 24; ++i) {
    const auto cell = queue.take(i % 2);
    REQUIRE(cell);
    CHECK((*cell >= 12) == (i % 2 == 0));  // they meet in the middle
    seen.insert(*cell);
  }
  CHECK(seen.size() == 24);  // each once
  CHECK_FALSE(queue.take(0));
  CHECK_FALSE(queue.take(1));
}

TEST_CASE("queue: of cells with a log in common the longest come first, by what is known by now") {
  const Plan plan = study();
  CostModel costs;
  WorkQueue queue(plan, costs, all(plan));
  // The longest cell of each kind, to find out, and what they have in common with others.
  taken(plan, queue, 1, 4);
  for (std::size_t cell = 0; cell < plan.cells.size(); ++cell) measure(plan, costs, cell);
  for (int family = 0; family < 8; ++family) {
    const auto longest = queue.take(1);
    const auto shortest = queue.take(1);
    REQUIRE(longest);
    REQUIRE(shortest);
    CHECK(horizon(plan, *longest) == horizon(plan, *shortest));
    CHECK(seconds(plan, *longest) == 6);
    CHECK(seconds(plan, *shortest) == 0.06);
  }
}

TEST_CASE("queue: a thread goes on with the cells that have their logs in common") {
  // Three algorithms at twelve horizons, two blocks of replicates each: families of three cells.
  const Plan plan = plan_of(study_head +
                            "[[simulation]]\nname = 'play'\nsweep = ['T = 5..16']\ndatasets = "
                            "['bernoulli_arms']\nalgorithms = ['ucb', 'uniform_random', 'moss']\n"
                            "evaluators = ['replay']\nhorizon = 'T'\nreplicates = 4\nblock = 2\n"
                            "[[table]]\nname = 'x'\nfrom = 'play'\n");
  REQUIRE(plan.cells.size() == 72);
  CostModel costs;
  for (std::size_t cell = 0; cell < 72; ++cell) measure(plan, costs, cell);
  WorkQueue queue(plan, costs, all(plan));
  std::set<std::size_t> seen;
  const auto family = [&](std::size_t cell) {
    const SimulationCell& simulation = *plan.cells[cell].simulation;
    return std::pair(simulation.horizon, simulation.first_replicate);
  };
  for (int turn = 0; turn < 12; ++turn) {
    // Between the threads' turns nothing is lost.
    std::vector<std::size_t> cells[2];
    for (int i = 0; i < 3; ++i) {
      for (const std::size_t thread : {0, 1}) {
        const auto cell = queue.take(thread);
        REQUIRE(cell);
        CHECK(queue.continues_family(thread) == (i < 2));
        cells[thread].push_back(*cell);
        seen.insert(*cell);
      }
    }
    for (const auto& of_thread : cells) {
      CHECK(family(of_thread[0]) == family(of_thread[1]));
      CHECK(family(of_thread[0]) == family(of_thread[2]));
    }
    CHECK(family(cells[0][0]) != family(cells[1][0]));
  }
  CHECK(seen.size() == 72);
  CHECK_FALSE(queue.take(0));
  CHECK_FALSE(queue.take(1));
}

TEST_CASE("queue: the time of a common log is divided among the cells that have it") {
  const Plan plan = study();
  CostModel costs;
  WorkQueue queue(plan, costs, all(plan));
  const auto first = queue.take(0);
  REQUIRE(first);
  queue.begin(0, *first);
  work(0.02);
  // Two cells have the log: half of what writing it took is the other one's.
  const double wrote = queue.note_computed(0, {.written = 0.01, .borrowed = 0});
  CHECK(wrote > 0.0149);
  CHECK(wrote < 0.02);
  queue.end(0, true);
  const std::size_t second = *first ^ 1u;
  queue.begin(0, second);
  const double borrowed = queue.note_computed(0, {.written = 0, .borrowed = 0.01});
  CHECK(borrowed > 0.005);
  CHECK(borrowed < 0.01);
}

TEST_CASE("queue: cells of unknown kinds come early, on every scale") {
  const Plan plan = study("10 11 12 13 300 301 302 9000 9001 9002");
  {
    CostModel costs;
    WorkQueue queue(plan, costs, all(plan));
    // In turn: the shortest, and a scout; the scouts are one of each kind at 10, 300 and 9000.
    CHECK(taken(plan, queue, 0, 20) == Horizons{10,   10,  11,   300,  11,   300, 12,
                                                9000, 12,  9000, 13,   13,   301, 301,
                                                302,  302, 9001, 9001, 9002, 9002});
  }
  {
    CostModel costs;
    WorkQueue queue(plan, costs, all(plan));
    CHECK(taken(plan, queue, 1, 4) == Horizons{9002, 9002, 9001, 9001});
  }
  {
    // Alone, it takes the longest of each kind itself, after the scouts.
    CostModel costs;
    WorkQueue queue(plan, costs, all(plan), true);
    CHECK(taken(plan, queue, 0, 20) == Horizons{10,   10,  11,   300,  11,   300, 12,
                                                9000, 12,  9000, 9002, 9002, 13,  13,
                                                301,  301, 302,  302,  9001, 9001});
  }
  // The longest of each kind comes before a second one of the other kind.
  CostModel costs;
  measure(plan, costs,
          0);  // ucb takes a hundred times as long, at 10: far shorter than what is to come
  measure(plan, costs, 1);
  WorkQueue queue(plan, costs, all(plan));
  const auto a = queue.take(2);
  const auto b = queue.take(1);
  REQUIRE(a);
  REQUIRE(b);
  CHECK(*a % 2 != *b % 2);
}

TEST_CASE("queue: the time left is that of the cells, not of their interactions") {
  const Plan plan = study();
  CostModel costs;
  WorkQueue queue(plan, costs, all(plan));
  CHECK(queue.expectation(2).known_share == 0);
  for (const std::size_t cell : {0, 1, 10, 11, 22, 23}) measure(plan, costs, cell);
  const auto at_start = queue.expectation(2);
  CHECK(at_start.known_share == 1);
  CHECK(at_start.done == 0);
  CHECK(at_start.left == Approx(12 * 6.06).epsilon(0.05));
  CHECK(at_start.seconds_left == Approx(6 * 6.06).epsilon(0.05));
  CHECK(queue.expectation(1).seconds_left == Approx(12 * 6.06).epsilon(0.05));
  // More threads than long cells: the longest decides.
  CHECK(queue.expectation(24).seconds_left == Approx(6).epsilon(0.1));

  // A cell that was just begun is still to be done; one that failed or was computed elsewhere is
  // not, and says nothing of time.
  queue.begin(0, 0);
  CHECK(queue.any_running());
  CHECK(queue.expectation(2).left == Approx(12 * 6.06).epsilon(0.05));
  queue.end(0, false);
  CHECK_FALSE(queue.any_running());
  CHECK(queue.expectation(2).left == Approx(12 * 6.06 - 6).epsilon(0.05));
  CHECK(queue.expectation(2).done == 0);
  // Saving takes time too: of 23 cells.
  queue.note_saving(2);
  CHECK(queue.expectation(2).left == Approx(12 * 6.06 - 6 + 23 * 2).epsilon(0.05));
}

TEST_CASE("queue: what is running counts less as it runs, and never less than nothing") {
  const Plan plan = study();
  CostModel costs;
  {  // Long beside any delay of a busy machine.
    CostModel long_costs;
    long_costs.observe(long_costs.combination_of(plan.cells[0]), 3, 100'000);
    WorkQueue queue(plan, long_costs, {0});
    REQUIRE(queue.take(0) == std::optional<std::size_t>(0));
    queue.begin(0, 0);
    const double at_start = queue.expectation(1).left;
    CHECK(at_start > 90'000);
    CHECK(at_start <= 100'000 + 1e-3);
    work(0.15);
    CHECK(queue.expectation(1).left <= at_start - 0.1);
  }
  costs.observe(costs.combination_of(plan.cells[0]), 3, 0.3);
  WorkQueue queue(plan, costs, {0});
  REQUIRE(queue.take(0) == std::optional<std::size_t>(0));
  queue.begin(0, 0);
  work(1);
  CHECK(queue.expectation(1).left >= 0.1);  // overdue
  CHECK(queue.expectation(1).done >= 1);
  queue.end(0, true);
  CHECK(queue.expectation(1).left == 0);
  CHECK(costs.one_replicate(costs.combination_of(plan.cells[0])).seconds > 1.3 / 6 - 1e-9);
}

TEST_CASE("queue: cells that other processes have help, and wait in turn") {
  const Plan plan = study();
  CostModel costs;
  for (const std::size_t cell : {0, 1, 10, 11, 22, 23}) measure(plan, costs, cell);
  WorkQueue queue(plan, costs, all(plan));
  CHECK_FALSE(queue.take_deferred());
  REQUIRE((seconds(plan, 2) == 6 && seconds(plan, 6) == 6));
  const double alone = queue.expectation(2).seconds_left;
  queue.defer(2);
  queue.defer(6);
  CHECK(queue.left() == 2);
  CHECK(queue.expectation(2).seconds_left == Approx(alone / 2).epsilon(1e-9));
  CHECK(queue.take_deferred() == std::optional<std::size_t>(2));
  queue.defer(2);
  CHECK(queue.take_deferred() == std::optional<std::size_t>(6));
  CHECK(queue.take_deferred() == std::optional<std::size_t>(2));
  CHECK_FALSE(queue.take_deferred());
}

TEST_CASE("queue: a cell of another process helps no longer than it takes") {
  const Plan plan = study();
  CostModel costs;
  for (const Cell& cell : plan.cells) costs.observe(costs.combination_of(cell), 3, 0.06);
  WorkQueue queue(plan, costs, all(plan));
  const double alone = queue.expectation(1).seconds_left;
  queue.defer(3);
  queue.defer(7);
  work(0.3);
  CHECK(queue.left() == 2);
  CHECK(queue.expectation(1).seconds_left == Approx(alone));
}

TEST_CASE("queue: a cell costs what it used of a core; a busy machine shows in the time left") {
  const Plan plan = study();
  CostModel costs;
  WorkQueue queue(plan, costs, {0, 1});
  REQUIRE(queue.take(0));
  queue.begin(0, 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(500));  // another program has the core
  queue.end(0, true);
  const auto expected = queue.expectation(1);
  CHECK(expected.done < 0.25);
  CHECK(expected.seconds_left >= 1.2 * expected.left);
}

TEST_CASE("queue: a pause of the whole process is no part of a cell's time") {
  const Plan plan = study();
  CostModel costs;
  WorkQueue queue(plan, costs, {0, 1});
  REQUIRE(queue.take(0));
  queue.begin(0, 0);
  const auto start = std::chrono::steady_clock::now();
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  queue.note_pause(std::chrono::steady_clock::now() - start);
  queue.end(0, true);
  const auto expected = queue.expectation(1);
  CHECK(expected.seconds_left < 1.3 * expected.left);  // 1.5 with the pause
}

TEST_CASE("queue: what was given back comes again in the next round, and not before") {
  const Plan plan = study();
  CostModel costs;
  WorkQueue queue(plan, costs, all(plan));
  const double before = queue.expectation(1).left;
  std::set<std::size_t> given_back;
  std::size_t count = 0;
  while (const auto cell = queue.take(count % 2)) {
    queue.begin(0, *cell);
    if (++count % 3 == 0) {
      given_back.insert(*cell);
      queue.give_back(0, *cell);
    } else {
      queue.end(0, false);
    }
  }
  CHECK(count == plan.cells.size());
  CHECK(queue.expectation(1).left > 0);
  CHECK(queue.expectation(1).left < before);
  CHECK(queue.next_round() == given_back.size());
  std::set<std::size_t> again;
  for (std::size_t thread = 0; const auto cell = queue.take(thread); thread = 1 - thread) {
    CHECK(again.insert(*cell).second);
    queue.begin(0, *cell);
    queue.end(0, false);
  }
  CHECK(again == given_back);
  CHECK(queue.next_round() == 0);
  CHECK(queue.expectation(1).left == 0);
}

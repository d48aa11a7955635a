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
Plan study() {
  return plan_of(study_head +
                 "[[simulation]]\nname = 'play'\nsweep = ['T = 5..16']\ndatasets = "
                 "['bernoulli_arms']\nalgorithms = ['ucb', 'uniform_random']\n"
                 "evaluators = ['replay']\nhorizon = 'T'\nreplicates = 3\n"
                 "[[table]]\nname = 'x'\nfrom = 'play'\n");
}

std::vector<std::size_t> all(const Plan& plan) {
  std::vector<std::size_t> cells(plan.cells.size());
  std::iota(cells.begin(), cells.end(), std::size_t{0});
  return cells;
}

// Uses a core for this long.
void work(double seconds) {
  for (const double start = cpu_seconds(); cpu_seconds() - start < seconds;) {
  }
}

// Takes a cell, of any thread, and computes it for as long.
std::size_t compute(WorkQueue& queue, std::size_t thread, double seconds) {
  const std::size_t cell = queue.take(thread).value();
  queue.begin(thread, cell);
  work(seconds);
  queue.note_computed(thread);
  queue.end(thread, true);
  return cell;
}

}  // namespace

TEST_CASE("queue: the first thread takes the cells with the least work, the others the most") {
  // Cells without a log in common: the horizons of the two tasks differ.
  const auto task = [](const std::string& algorithm, const std::string& horizon) {
    return "[[simulation]]\nname = '" + algorithm +
           "'\nsweep = ['T = 5..16']\ndatasets = ['bernoulli_arms']\nalgorithms = ['" + algorithm +
           "']\nevaluators = ['replay']\nhorizon = '" + horizon +
           "'\nreplicates = 3\n[[table]]\nname = '" + algorithm + "'\nfrom = '" + algorithm + "'\n";
  };
  const Plan plan = plan_of(study_head + task("ucb", "T + 12") + task("uniform_random", "T"));
  REQUIRE(plan.cells.size() == 24);
  WorkQueue queue(plan, all(plan));
  CHECK(queue.cells() == 24);
  std::set<std::size_t> seen;
  for (std::size_t i = 0; i < 24; ++i) {
    const auto cell = queue.take(i % 2);
    REQUIRE(cell);
    CHECK((*cell >= 12) == (i % 2 == 0));  // they meet in the middle
    seen.insert(*cell);
  }
  CHECK(seen.size() == 24);  // each once
  CHECK_FALSE(queue.take(0));
  CHECK_FALSE(queue.take(1));
}

TEST_CASE("queue: a thread goes on with the cells that have their logs in common") {
  // Three evaluators at twelve horizons, two blocks of replicates each: families of three cells.
  const Plan plan = plan_of(study_head +
                            "[[simulation]]\nname = 'play'\nsweep = ['T = 5..16']\ndatasets = "
                            "['bernoulli_arms']\nalgorithms = ['ucb']\nevaluators = ['replay', "
                            "'bred{resamples=9}', 'bred{resamples=2}']\nhorizon = "
                            "'T'\nreplicates = 4\nblock = 2\n"
                            "[[table]]\nname = 'x'\nfrom = 'play'\n");
  REQUIRE(plan.cells.size() == 72);
  WorkQueue queue(plan, all(plan));
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
      // From the largest on; the first thread began with the smallest.
      CHECK(plan.cells[of_thread[1]].cost >= plan.cells[of_thread[2]].cost);
    }
    CHECK(family(cells[0][0]) != family(cells[1][0]));
  }
  CHECK(seen.size() == 72);
  CHECK_FALSE(queue.take(0));
  CHECK_FALSE(queue.take(1));
}

TEST_CASE("queue: the time of a common log is divided among the cells that have it") {
  const Plan plan = study();
  WorkQueue queue(plan, all(plan));
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

TEST_CASE("queue: the time left follows the cells that have ended, kind by kind") {
  const Plan plan = study();
  WorkQueue queue(plan, all(plan));
  CHECK(queue.expectation().known_share == 0);
  // The two cells of horizon 5, of the work of all 1 in 25.2 each: ucb takes four times as long.
  const double per_unit = 0.01 / 5;
  for (int i = 0; i < 2; ++i) {
    const std::size_t cell = queue.take(0).value();
    queue.begin(0, cell);
    work(cell % 2 == 0 ? 0.04 : 0.01);
    queue.end(0, true);
    const auto expected = queue.expectation();
    if (i == 0) CHECK(expected.known_share < 0.6);
  }
  const auto expected = queue.expectation();
  CHECK(expected.known_share == 1);
  CHECK(expected.share == Approx(1 / 25.2).epsilon(1e-6));  // 5 of 5 + 6 + ... + 16
  // One thread: the time left is that of the other horizons.
  CHECK(expected.seconds_left > 0.9 * 5 * per_unit * 121);
  // A cell that is computed elsewhere is done with, and says nothing of time.
  queue.begin(1, 22);
  queue.end(1, false);
  const auto later = queue.expectation();
  CHECK(later.share > expected.share);
  CHECK(later.known_share == 1);
}

TEST_CASE("queue: what is running counts less as it runs, and never less than nothing") {
  const Plan plan = study();
  WorkQueue queue(plan, all(plan));
  compute(queue, 0, 0.02);
  compute(queue, 0, 0.02);
  const std::size_t largest = 22;
  queue.begin(1, largest);
  const double before = queue.expectation().share;
  work(0.05);
  CHECK(queue.expectation().share > before);
  work(0.5);  // longer than expected
  CHECK(queue.expectation().seconds_left >= 0.1);
  CHECK(queue.expectation().share < 1);
  queue.end(1, true);
}

TEST_CASE("queue: when one long cell is left, it decides the time left") {
  const Plan plan = study();
  WorkQueue queue(plan, {0, 22});
  // Many threads had little to do until now; the rest is one cell of 16 / 5 of the work.
  compute(queue, 0, 0.1);
  queue.begin(0, 22);
  CHECK(queue.expectation().seconds_left > 0.2);
}

TEST_CASE("queue: cells that other processes have wait in turn") {
  const Plan plan = study();
  WorkQueue queue(plan, all(plan));
  CHECK_FALSE(queue.take_deferred());
  queue.defer(2);
  queue.defer(6);
  CHECK(queue.left() == 2);
  CHECK(queue.take_deferred() == std::optional<std::size_t>(2));
  queue.defer(2);
  CHECK(queue.take_deferred() == std::optional<std::size_t>(6));
  CHECK(queue.take_deferred() == std::optional<std::size_t>(2));
  CHECK_FALSE(queue.take_deferred());
}

TEST_CASE("queue: a cell costs what it used of a core, however busy the machine is") {
  const Plan plan = study();
  WorkQueue queue(plan, {0, 1});
  REQUIRE(queue.take(0));
  queue.begin(0, 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));  // another program has the core
  CHECK(queue.note_computed(0) < 0.15);
  queue.end(0, true);
  CHECK(queue.expectation().seconds_left >= 0.25);  // by the clock, as long as until now
}

TEST_CASE("queue: what was given back comes again in the next round, and not before") {
  const Plan plan = study();
  WorkQueue queue(plan, all(plan));
  std::set<std::size_t> given_back;
  std::size_t count = 0;
  compute(queue, 0, 0.001);
  ++count;
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
  CHECK(queue.expectation().share < 1);
  CHECK(queue.next_round() == given_back.size());
  std::set<std::size_t> again;
  for (std::size_t thread = 0; const auto cell = queue.take(thread); thread = 1 - thread) {
    CHECK(again.insert(*cell).second);
    queue.begin(0, *cell);
    queue.end(0, false);
  }
  CHECK(again == given_back);
  CHECK(queue.next_round() == 0);
  CHECK(queue.expectation().share == Approx(1));
}

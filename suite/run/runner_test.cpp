#include "suite/run/runner.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include "suite/run/compute.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/runs.hpp"
#include "suite/text/errors.hpp"

using namespace replaybench;
using namespace replaybench::testing;
namespace fs = std::filesystem;

namespace {

// Refuses every trial, or runs out of memory.
class Failing final : public Evaluator {
 public:
  explicit Failing(bool memory) : memory_(memory) {}
  const RowSchema& schema() const override { return one_number; }
  void evaluate(Trial&, std::vector<ResultRow>&) const override {
    if (memory_) throw std::bad_alloc();
    throw NotApplicable("not for me");
  }

 private:
  bool memory_;
};

// Notes the threads that it runs in, and waits until there are `wanted` of them or two seconds are
// over.
class Threads final : public Evaluator {
 public:
  explicit Threads(std::size_t wanted) : wanted_(wanted) {}
  const RowSchema& schema() const override { return one_number; }
  void evaluate(Trial&, std::vector<ResultRow>& rows) const override {
    {
      const std::lock_guard lock(mutex_);
      seen_.insert(std::this_thread::get_id());
    }
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(2);
    while (count() < wanted_ && std::chrono::steady_clock::now() < end) std::this_thread::yield();
    rows.push_back(one_number.row(1, {one_number.estimate(0)}));
  }
  std::size_t count() const {
    const std::lock_guard lock(mutex_);
    return seen_.size();
  }

 private:
  std::size_t wanted_;
  mutable std::mutex mutex_;
  mutable std::set<std::thread::id> seen_;
};

// Takes a while.
class Slow final : public Evaluator {
 public:
  const RowSchema& schema() const override { return one_number; }
  void evaluate(Trial&, std::vector<ResultRow>& rows) const override {
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
    rows.push_back(one_number.row(1, {one_number.estimate(0)}));
  }
};

// Never ends.
class Endless final : public Evaluator {
 public:
  const RowSchema& schema() const override { return one_number; }
  void evaluate(Trial&, std::vector<ResultRow>&) const override {
    for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
  }
};

fs::path file_of(const StudyFolder& folder, const Cell& cell) {
  const std::string key = Store::key_of(cell.canonical);
  return folder.root() / "store" / key.substr(0, 2) / (key + ".cell");
}

}  // namespace

TEST_CASE("run: any number of threads stores what compute gives") {
  const Plan plan = study();
  std::map<std::string, std::string> expected;
  for (const Cell& cell : plan.cells) expected[cell.canonical] = compute(cell);
  for (const std::size_t jobs : {0, 1, 2, 7, 100, 4096}) {
    INFO("jobs " << jobs);
    const StudyFolder folder;
    const Store store(folder.root() / "store");
    const RunSummary summary = run(plan, store, options(jobs));
    CHECK(summary.cells == 24);
    CHECK(summary.computed == 24);
    CHECK(summary.found == 0);
    CHECK(summary.failed.empty());
    CHECK(payloads(plan, store) == expected);
    const RunSummary again = run(plan, store, options(jobs));
    CHECK(again.computed == 0);
    CHECK(again.found == 24);
  }
}

TEST_CASE("run: as many threads as asked for, also more than processors") {
  Plan plan = study();
  const auto threads = std::make_shared<const Threads>(7);
  for (Cell& cell : plan.cells) cell.simulation->set_evaluator(threads);
  const StudyFolder folder;
  run(plan, Store(folder.root() / "store"), options(7));
  CHECK(threads->count() == 7);
}

TEST_CASE("run: shards are apart and their union is the whole") {
  const Plan plan = study();
  const StudyFolder folder;
  const Store store(folder.root() / "store");
  std::size_t cells = 0;
  for (const std::size_t index : {3, 1, 5, 2, 4}) {
    const RunSummary summary = run(plan, store, options(2, {index, 5}));
    CHECK(summary.found == 0);
    CHECK(summary.computed == summary.cells);
    cells += summary.cells;
  }
  CHECK(cells == plan.cells.size());
  CHECK(run(plan, store, options(1)).found == plan.cells.size());
  CHECK(run(plan, store, options(1, {100, 1000})).cells == 0);
  CHECK(run(plan, store, options(1, {1, static_cast<std::size_t>(-1)})).cells == 1);
}

TEST_CASE("run: a cell that two tasks have in common is computed once") {
  Plan plan = study();
  plan.cells.push_back(plan.cells[5]);
  plan.cells.push_back(plan.cells[5]);
  const StudyFolder folder;
  const Store store(folder.root() / "store");
  const RunSummary summary = run(plan, store, options(3));
  CHECK(summary.cells == 26);
  CHECK(summary.computed == 24);
  CHECK(summary.found == 2);
  CHECK(summary.stored() == 26);
  CHECK(payloads(plan, store).size() == 24);
}

TEST_CASE("run: a cell that two tasks have in common does not count as stored before it is") {
  Plan plan = study();
  for (std::size_t i = 0; i < 24; ++i) plan.cells.push_back(plan.cells[i]);
  const StudyFolder folder;
  const Store store(folder.root() / "store");
  std::atomic<bool> stop{false};
  RunOptions stopping = options(1);
  stopping.stop = &stop;
  const RunSummary stopped = run(
      plan, store, stopping, [&](const RunProgress& progress) { stop = progress.cells_done >= 3; });
  CHECK(stopped.stopped);
  const std::size_t cells = payloads(plan, store).size();
  CHECK(cells < 24);
  CHECK(stopped.stored() == 2 * cells);
  CHECK(run(plan, store, options(1)).stored() == 48);
}

TEST_CASE("run: a cell that fails is noted with its reason, the others are stored") {
  Plan plan = study();
  plan.cells[3].simulation->set_evaluator(std::make_shared<const Failing>(false));
  plan.cells[8].simulation->set_evaluator(std::make_shared<const Failing>(true));
  const StudyFolder folder;
  const Store store(folder.root() / "store");
  const RunSummary summary = run(plan, store, options(4));
  CHECK(summary.computed == 22);
  REQUIRE(summary.failed.size() == 2);
  CHECK(summary.failed[0].cell == 3);
  CHECK(summary.failed[0].reason == "not for me");
  CHECK(summary.failed[1].cell == 8);
  CHECK(summary.failed[1].reason == "out of memory");
  CHECK(store.failure(plan.cells[3].canonical) == "not for me");
  CHECK(payloads(plan, store).size() == 22);

  const RunSummary mended = run(study(), store, options(2));  // the same cells, now computable
  CHECK(mended.computed == 2);
  CHECK(mended.found == 22);
  CHECK_FALSE(store.failure(plan.cells[3].canonical).has_value());
}

TEST_CASE("run: cells that cannot run here are counted and left alone") {
  Plan plan = study();
  plan.cells[0].unavailable = "no data";
  const StudyFolder folder;
  const Store store(folder.root() / "store");
  const RunSummary summary = run(plan, store, options(1));
  CHECK(summary.unavailable == std::map<std::string, std::size_t>{{"no data", 1}});
  CHECK(summary.computed == 23);
  CHECK_FALSE(store.load(plan.cells[0].canonical).payload.has_value());
}

TEST_CASE("run: a folder in a cell's place fails this cell, and the others are stored") {
  const Plan plan = study();
  const StudyFolder folder;
  const Store store(folder.root() / "store");
  fs::create_directories(file_of(folder, plan.cells[5]));
  const RunSummary summary = run(plan, store, options(2));
  CHECK(summary.damaged == 1);
  CHECK(summary.computed == 23);
  REQUIRE(summary.failed.size() == 1);
  CHECK(summary.failed[0].cell == 5);
  CHECK(summary.failed[0].reason.ends_with(
      ".cell is a folder, so the cell cannot be stored; remove the folder"));
  CHECK(store.failure(plan.cells[5].canonical) == summary.failed[0].reason);
}

TEST_CASE("run: damaged cells are computed again, the others are not touched") {
  const Plan plan = study();
  const StudyFolder folder;
  const Store store(folder.root() / "store");
  run(plan, store, options(1));
  const auto whole = payloads(plan, store);
  fs::resize_file(file_of(folder, plan.cells[5]), 30);
  fs::resize_file(file_of(folder, plan.cells[6]), 0);
  const RunSummary summary = run(plan, store, options(2));
  CHECK(summary.damaged == 2);
  CHECK(summary.computed == 2);
  CHECK(summary.found == 22);
  CHECK(payloads(plan, store) == whole);
}

TEST_CASE(
    "run: cells whose components' sources changed are computed anew, cells of another engine are "
    "kept") {
  const Plan plan = study();
  const StudyFolder folder;
  const Store store(folder.root() / "store");
  REQUIRE(plan.cells[0].sources);
  run(plan, store, options(1));
  const auto expected = payloads(plan, store);
  const auto changed_record = [](const Cell& cell, std::string_view name) {
    std::string record = *cell.sources;
    char& digit = record.at(record.find(std::string(name) + " ") + name.size() + 1);
    digit = digit == '0' ? '1' : '0';
    return record;
  };
  // Three of other sources, with numbers of their own; two of another engine, one of an unknown build.
  std::size_t ucb = 0;
  for (const Cell& cell : plan.cells) {
    if (cell.sources->find("algorithms/ucb ") == std::string::npos || ++ucb > 3) continue;
    store.save(cell.canonical, "old", changed_record(cell, "algorithms/ucb"));
    CHECK_FALSE(load_cell(store, cell).payload);
    CHECK_FALSE(is_stored(store, cell));
  }
  const auto save_kept = [&] {
    std::size_t kept = 0;
    for (const Cell& cell : plan.cells) {
      if (cell.sources->find("algorithms/ucb ") != std::string::npos || ++kept > 3) continue;
      store.save(cell.canonical, "kept", kept < 3 ? changed_record(cell, engine_name) : "");
      CHECK(load_cell(store, cell).payload == "kept");
      CHECK(is_stored(store, cell));
    }
  };
  save_kept();

  const RunSummary summary = run(plan, store, options(3));
  CHECK(summary.computed == 3);
  CHECK(summary.found == 21);
  CHECK(summary.origins.other_sources == 3);
  CHECK(summary.origins.changed == std::vector<std::string>{"algorithms/ucb"});
  CHECK(summary.origins.changed_text() == "the sources of ucb");
  CHECK(summary.origins.kept_text() ==
        "2 cells were computed by another engine, 1 by an unknown build");
  auto kept = payloads(plan, store);
  CHECK(std::erase_if(kept, [](const auto& cell) { return cell.second == "kept"; }) == 3);
  for (const auto& [canonical, payload] : kept) CHECK(payload == expected.at(canonical));

  RunOptions all = options(3);
  all.recompute = true;
  CHECK(run(plan, store, all).computed == 3);
  CHECK(payloads(plan, store) == expected);
  const RunSummary again = run(plan, store, all);
  CHECK(again.computed == 0);
  CHECK(again.origins.kept_text().empty());
}

TEST_CASE("run: when the store cannot be written the run stops, and what was stored stays") {
  Plan plan = study();
  for (Cell& cell : plan.cells) cell.simulation->set_evaluator(std::make_shared<const Slow>());
  for (const std::size_t jobs : {1, 3}) {
    const StudyFolder folder;
    const Store store(folder.root() / "store");
    // Files where the folders of two cells should be, one near either end of the queue: their saves
    // fail, also for root.
    const auto block = [&](std::size_t cell) {
      const auto place =
          folder.root() / "store" / Store::key_of(plan.cells[cell].canonical).substr(0, 2);
      std::ofstream(place) << "x";
      return place;
    };
    const std::vector<fs::path> blocked{block(2), block(20)};
    std::size_t cells_done = 0;
    bool is_abandoned = false;  // the cells in progress are finished, and the error is told
    RunOptions how = options(jobs);
    how.grace = [] { return std::chrono::milliseconds(0); };
    how.tick = std::chrono::milliseconds(1);
    how.abandon = [&](const RunSummary&) { is_abandoned = true; };
    CHECK_THROWS_AS(run(plan, store, how,
                        [&](const RunProgress& progress) { cells_done = progress.cells_done; }),
                    FileError);
    CHECK_FALSE(is_abandoned);
    CHECK(payloads(plan, store).size() == cells_done);
    CHECK(cells_done < 20);  // without a stop 22 would be done
    for (const auto& place : blocked) fs::remove(place);
    const RunSummary rest = run(plan, store, options(1));
    CHECK(rest.found == cells_done);
    CHECK(rest.computed == plan.cells.size() - cells_done);
  }
}

TEST_CASE("run: progress goes from nothing to all") {
  const Plan plan = study();
  const StudyFolder folder;
  std::vector<RunProgress> seen;
  run(plan, Store(folder.root() / "store"), options(1),
      [&](const RunProgress& progress) { seen.push_back(progress); });
  REQUIRE(seen.size() >= 25);
  CHECK(seen.front().cells_done == 0);
  CHECK(seen.front().share == 0);
  CHECK(seen.front().known_share == 0);  // nothing has been measured
  for (std::size_t i = 0; i < seen.size(); ++i) {
    CHECK(seen[i].cells == 24);
    CHECK(seen[i].share >= 0);
    CHECK(seen[i].share <= 1);
    CHECK(seen[i].seconds_left >= 0);
    if (i > 0) CHECK(seen[i].cells_done >= seen[i - 1].cells_done);
  }
  CHECK(seen.back().cells_done == 24);
  CHECK(seen.back().share == 1);
  CHECK(seen.back().seconds_left == 0);
  // Nothing is left to do.
  seen.clear();
  run(plan, Store(folder.root() / "store"), options(1),
      [&](const RunProgress& progress) { seen.push_back(progress); });
  REQUIRE(seen.size() == 1);
  CHECK(seen[0].cells == 0);
  CHECK(seen[0].share == 1);
}

TEST_CASE("run: two processes on one store share the work") {
  Plan plan = study();
  for (Cell& cell : plan.cells) cell.simulation->set_evaluator(std::make_shared<const Slow>());
  const StudyFolder folder;
  const Store store(folder.root() / "store");
  constexpr int processes = 3;
  int pipes[2];
  REQUIRE(::pipe(pipes) == 0);
  std::vector<pid_t> children;
  for (int i = 0; i < processes; ++i) {
    children.push_back(::fork());
    if (children.back() != 0) continue;
    // Without other threads, which do not survive a fork: one job runs in this thread.
    int result = 1;
    try {
      const RunSummary summary = run(plan, store, options(1));
      const std::size_t numbers[2] = {summary.computed, summary.stored()};
      if (::write(pipes[1], numbers, sizeof numbers) == sizeof numbers) result = 0;
    } catch (...) {
    }
    ::_exit(result);
  }
  std::size_t computed = 0;
  for (int i = 0; i < processes; ++i) {
    std::size_t numbers[2] = {0, 0};
    CHECK(::read(pipes[0], numbers, sizeof numbers) == sizeof numbers);
    computed += numbers[0];
    CHECK(numbers[0] > 0);
    CHECK(numbers[1] == plan.cells.size());  // none ends before all cells are there
  }
  for (const pid_t child : children) {
    int status = -1;
    ::waitpid(child, &status, 0);
    CHECK(status == 0);
  }
  CHECK(computed == plan.cells.size());
  CHECK(payloads(plan, store).size() == plan.cells.size());
  CHECK_FALSE(fs::exists(store.root() / "reservations"));
  ::close(pipes[0]);
  ::close(pipes[1]);
}

TEST_CASE("run: a cell that another process has is waited for, and taken when that process ends") {
  const Plan plan = study();
  const StudyFolder folder;
  const Store store(folder.root() / "store");
  Reservations other(store.root());
  const std::string& stored_later = plan.cells[3].canonical;
  const std::string& given_up = plan.cells[8].canonical;
  REQUIRE(other.take(Store::key_of(stored_later)));
  REQUIRE(other.take(Store::key_of(given_up)));
  std::size_t max_elsewhere = 0;
  std::thread meanwhile([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
    save_cell(store, plan.cells[3], compute(plan.cells[3]));
    other.release(Store::key_of(stored_later));
    other.release(Store::key_of(given_up));
  });
  const RunSummary summary = run(plan, store, options(2), [&](const RunProgress& progress) {
    max_elsewhere = std::max(max_elsewhere, progress.elsewhere);
  });
  meanwhile.join();
  CHECK(summary.computed == 23);
  CHECK(summary.elsewhere == 1);
  CHECK(summary.stored() == 24);
  CHECK(max_elsewhere >= 1);
  CHECK(payloads(plan, store).size() == 24);
}

TEST_CASE("run: a stop ends after the cells in progress, and the next run goes on") {
  Plan plan = study();
  for (Cell& cell : plan.cells) cell.simulation->set_evaluator(std::make_shared<const Slow>());
  for (const std::size_t jobs : {1, 3}) {
    const StudyFolder folder;
    const Store store(folder.root() / "store");
    std::atomic<bool> stop{false};
    RunOptions how = options(jobs);
    how.stop = &stop;
    const RunSummary summary = run(plan, store, how, [&](const RunProgress& progress) {
      if (progress.cells_done >= 5) stop = true;
    });
    CHECK(summary.stopped);
    CHECK(summary.computed >= 5);
    CHECK(summary.computed <= 5 + 2 * jobs);
    CHECK(payloads(plan, store).size() == summary.computed);
    CHECK_FALSE(fs::exists(store.root() / "reservations"));
    const RunSummary rest = run(plan, store, options(jobs));
    CHECK_FALSE(rest.stopped);
    CHECK(rest.found == summary.computed);
    CHECK(rest.computed == 24 - summary.computed);
  }
}

TEST_CASE("run: a stop is seen while stored cells are looked for, also where nothing is missing") {
  const Plan plan = study();
  const StudyFolder folder;
  const Store store(folder.root() / "store");
  std::atomic<bool> stop{true};
  RunOptions how = options(2);
  how.stop = &stop;
  for (const bool stored : {false, true}) {
    const RunSummary summary = run(plan, store, how);
    CHECK(summary.stopped);
    CHECK(summary.unseen);
    CHECK(payloads(plan, store).size() == (stored ? 24 : 0));
    run(plan, store, options(2));
  }
}

TEST_CASE("run: a stop does not wait for a long cell, and loses nothing that is computed") {
  // A child process, as `abandon` has to end it.
  Plan plan = study();
  for (Cell& cell : plan.cells) cell.simulation->set_evaluator(std::make_shared<const Slow>());
  plan.cells[0].simulation->set_evaluator(std::make_shared<const Endless>());
  const StudyFolder folder;
  const Store store(folder.root() / "store");
  const pid_t child = ::fork();
  if (child == 0) {
    std::atomic<bool> stop{false};
    RunOptions how = options(1);
    how.stop = &stop;
    how.grace = [] { return std::chrono::milliseconds(100); };
    how.tick = std::chrono::milliseconds(10);
    how.abandon = [&](const RunSummary& summary) {
      ::_exit(summary.stopped ? static_cast<int>(summary.computed) : 99);
    };
    const auto begun = std::chrono::steady_clock::now();
    run(plan, store, how, [&](const RunProgress&) {
      if (std::chrono::steady_clock::now() - begun > std::chrono::milliseconds(300)) stop = true;
    });
    ::_exit(98);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  REQUIRE(WIFEXITED(status));
  CHECK(static_cast<std::size_t>(WEXITSTATUS(status)) == payloads(plan, store).size());
  CHECK_FALSE(fs::exists(store.root() / "reservations"));
}

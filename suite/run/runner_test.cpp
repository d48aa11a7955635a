#include "suite/run/runner.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "suite/run/compute.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/studies.hpp"
#include "suite/text/errors.hpp"

using namespace replaybench;
namespace fs = std::filesystem;

namespace {

const struct : RowSchema { RowColumn estimate = add(Role::estimate); } one_number{};

Plan study() {
  return plan_of(
      study_head +
      "[[simulation]]\nname = 'play'\nsweep = ['T = 5..16']\ndatasets = ['bernoulli_arms']\n"
      "algorithms = ['ucb', 'uniform_random']\nevaluators = ['replay']\nhorizon = 'T'\nreplicates "
      "= 3\n"
      "[[table]]\nname = 'x'\nfrom = 'play'\n");
}

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

std::map<std::string, std::string> payloads(const Plan& plan, const Store& store) {
  std::map<std::string, std::string> all;
  for (const Cell& cell : plan.cells) {
    const auto found = store.load(cell.canonical);
    if (found.payload) all[cell.canonical] = *found.payload;
  }
  return all;
}

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
    const RunSummary summary = run(plan, store, {jobs, {}});
    CHECK(summary.cells == 24);
    CHECK(summary.computed == 24);
    CHECK(summary.found == 0);
    CHECK(summary.failed.empty());
    CHECK(payloads(plan, store) == expected);
    const RunSummary again = run(plan, store, {jobs, {}});
    CHECK(again.computed == 0);
    CHECK(again.found == 24);
  }
}

TEST_CASE("run: as many threads as asked for, also more than processors") {
  Plan plan = study();
  const auto threads = std::make_shared<const Threads>(7);
  for (Cell& cell : plan.cells) cell.simulation->set_evaluator(threads);
  const StudyFolder folder;
  run(plan, Store(folder.root() / "store"), {7, {}});
  CHECK(threads->count() == 7);
}

TEST_CASE("run: shards are apart and their union is the whole") {
  const Plan plan = study();
  const StudyFolder folder;
  const Store store(folder.root() / "store");
  std::size_t cells = 0;
  for (const std::size_t index : {3, 1, 5, 2, 4}) {
    const RunSummary summary = run(plan, store, {2, {index, 5}});
    CHECK(summary.found == 0);
    CHECK(summary.computed == summary.cells);
    cells += summary.cells;
  }
  CHECK(cells == plan.cells.size());
  CHECK(run(plan, store, {1, {}}).found == plan.cells.size());
  CHECK(run(plan, store, {1, {100, 1000}}).cells == 0);
  CHECK(run(plan, store, {1, {1, static_cast<std::size_t>(-1)}}).cells == 1);
}

TEST_CASE("run: a cell that two tasks have in common is computed once") {
  Plan plan = study();
  plan.cells.push_back(plan.cells[5]);
  plan.cells.push_back(plan.cells[5]);
  const StudyFolder folder;
  const Store store(folder.root() / "store");
  const RunSummary summary = run(plan, store, {3, {}});
  CHECK(summary.cells == 26);
  CHECK(summary.computed == 24);
  CHECK(summary.found == 2);
  CHECK(payloads(plan, store).size() == 24);
}

TEST_CASE("run: a cell that fails is noted with its reason, the others are stored") {
  Plan plan = study();
  plan.cells[3].simulation->set_evaluator(std::make_shared<const Failing>(false));
  plan.cells[8].simulation->set_evaluator(std::make_shared<const Failing>(true));
  const StudyFolder folder;
  const Store store(folder.root() / "store");
  const RunSummary summary = run(plan, store, {4, {}});
  CHECK(summary.computed == 22);
  REQUIRE(summary.failed.size() == 2);
  CHECK(summary.failed[0].cell == 3);
  CHECK(summary.failed[0].reason == "not for me");
  CHECK(summary.failed[1].cell == 8);
  CHECK(summary.failed[1].reason == "out of memory");
  CHECK(store.failure(plan.cells[3].canonical) == "not for me");
  CHECK(payloads(plan, store).size() == 22);

  const RunSummary mended = run(study(), store, {2, {}});  // the same cells, now computable
  CHECK(mended.computed == 2);
  CHECK(mended.found == 22);
  CHECK_FALSE(store.failure(plan.cells[3].canonical).has_value());
}

TEST_CASE("run: cells that cannot run here are counted and left alone") {
  Plan plan = study();
  plan.cells[0].unavailable = "no data";
  const StudyFolder folder;
  const Store store(folder.root() / "store");
  const RunSummary summary = run(plan, store, {1, {}});
  CHECK(summary.unavailable == 1);
  CHECK(summary.computed == 23);
  CHECK_FALSE(store.load(plan.cells[0].canonical).payload.has_value());
}

TEST_CASE("run: damaged cells are computed again, the others are not touched") {
  const Plan plan = study();
  const StudyFolder folder;
  const Store store(folder.root() / "store");
  run(plan, store, {1, {}});
  const auto whole = payloads(plan, store);
  fs::resize_file(file_of(folder, plan.cells[5]), 30);
  fs::resize_file(file_of(folder, plan.cells[6]), 0);
  const RunSummary summary = run(plan, store, {2, {}});
  CHECK(summary.damaged == 2);
  CHECK(summary.computed == 2);
  CHECK(summary.found == 22);
  CHECK(payloads(plan, store) == whole);
}

TEST_CASE("run: when the store cannot be written the run stops, and what was stored stays") {
  Plan plan = study();
  for (Cell& cell : plan.cells) cell.simulation->set_evaluator(std::make_shared<const Slow>());
  for (const std::size_t jobs : {1, 3}) {
    const StudyFolder folder;
    const Store store(folder.root() / "store");
    // A file where the folder of one cell should be: its save fails, also for root.
    const std::string blocked = Store::key_of(plan.cells[12].canonical).substr(0, 2);
    std::ofstream(folder.root() / "store" / blocked) << "x";
    std::size_t cells_done = 0;
    CHECK_THROWS_AS(run(plan, store, {jobs, {}},
                        [&](std::size_t done, std::size_t, double, double) { cells_done = done; }),
                    EnvironmentError);
    CHECK(payloads(plan, store).size() == cells_done);
    CHECK(cells_done < 20);  // the failing cell is about the tenth; without a stop 23 would be done
    fs::remove(folder.root() / "store" / blocked);
    const RunSummary rest = run(plan, store, {1, {}});
    CHECK(rest.found == cells_done);
    CHECK(rest.computed == plan.cells.size() - cells_done);
  }
}

TEST_CASE("run: progress grows to the whole work, the most expensive cells first") {
  const Plan plan = study();
  const StudyFolder folder;
  std::vector<double> done;
  std::size_t last = 0;
  run(plan, Store(folder.root() / "store"), {1, {}},
      [&](std::size_t cells_done, std::size_t cells, double work_done, double work) {
        CHECK(cells == 24);
        CHECK(cells_done == last);
        CHECK(work ==
              2 * 3 * (5 + 16) * 12 / 2);  // two algorithms, three replicates, horizons 5 to 16
        ++last;
        done.push_back(work_done);
      });
  REQUIRE(done.size() == 25);
  CHECK(done.back() == 2 * 3 * (5 + 16) * 12 / 2);
  for (std::size_t i = 2; i < done.size(); ++i)
    CHECK(done[i] - done[i - 1] <= done[i - 1] - done[i - 2]);
}

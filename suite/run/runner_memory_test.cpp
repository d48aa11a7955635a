// Runs that have too little memory.

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include "suite/testing/allocation_count.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/runs.hpp"

using namespace replaybench;
using namespace replaybench::testing;
namespace fs = std::filesystem;

namespace {

// Has no memory while another one of it is at work.
class Crowded final : public Evaluator {
 public:
  const RowSchema& schema() const override { return one_number; }
  void evaluate(Trial&, std::vector<ResultRow>& rows) const override {
    const int before = at_work_++;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    --at_work_;
    if (before > 0) throw std::bad_alloc();
    rows.push_back(one_number.row(1, {one_number.estimate(0)}));
  }

 private:
  mutable std::atomic<int> at_work_{0};
};

// Has no memory until it is given some; then notes the threads on which it is computed.
class Late final : public Evaluator {
 public:
  const RowSchema& schema() const override { return one_number; }
  void evaluate(Trial&, std::vector<ResultRow>& rows) const override {
    if (!has_memory_) throw std::bad_alloc();
    const std::scoped_lock lock(mutex_);
    threads_.insert(std::this_thread::get_id());
    rows.push_back(one_number.row(1, {one_number.estimate(0)}));
  }
  void give_memory() const { has_memory_ = true; }
  const std::set<std::thread::id>& threads() const { return threads_; }

 private:
  mutable std::atomic<bool> has_memory_{false};
  mutable std::mutex mutex_;
  mutable std::set<std::thread::id> threads_;
};

// Leaves the thread that is the first to be in it with one allocation, the n-th from there, that fails.
class Starving final : public Evaluator {
 public:
  explicit Starving(std::size_t n) : n_(n) {}
  const RowSchema& schema() const override { return one_number; }
  void evaluate(Trial&, std::vector<ResultRow>& rows) const override {
    thread_local std::size_t was_in = 0;
    if (std::exchange(was_in, n_) != n_) fail_allocations(0);  // of the run before
    rows.push_back(one_number.row(1, {one_number.estimate(0)}));
    if (!has_begun_.exchange(true)) fail_allocations(n_);
  }

 private:
  std::size_t n_;
  mutable std::atomic<bool> has_begun_{false};
};

}  // namespace

TEST_CASE("run: cells that have no memory beside others are computed with fewer threads") {
  Plan plan = study();
  const auto crowded = std::make_shared<const Crowded>();
  for (Cell& cell : plan.cells) cell.simulation->set_evaluator(crowded);
  const StudyFolder folder;
  const Store store(folder.root() / "store");
  RunOptions how = options(4);
  std::vector<std::size_t> jobs;
  how.fewer_jobs = [&](std::size_t cells, std::size_t fewer) {
    CHECK(cells > 0);
    jobs.push_back(fewer);
  };
  std::size_t max_done = 0;
  const RunSummary summary = run(plan, store, how, [&](const RunProgress& progress) {
    max_done = std::max(max_done, progress.cells_done);
    CHECK(progress.cells_done <= progress.cells);
  });
  CHECK(summary.failed.empty());
  CHECK(summary.computed == plan.cells.size());
  CHECK(summary.retried_for_memory > 0);
  CHECK(summary.retried_for_memory <= plan.cells.size());  // cells, not attempts
  CHECK(max_done == plan.cells.size());
  REQUIRE_FALSE(jobs.empty());
  CHECK((jobs.front() == 1 || jobs.front() == 2));  // 1 where one cell is left
  CHECK(jobs.size() <= 2);
  CHECK_FALSE(fs::exists(folder.root() / "store" / "reservations"));
}

TEST_CASE("run: without memory for another thread this one does the work") {
  Plan plan = study();
  const auto late = std::make_shared<const Late>();
  for (Cell& cell : plan.cells) cell.simulation->set_evaluator(late);
  const StudyFolder folder;
  RunOptions how = options(4);
  std::size_t rounds = 0;
  how.fewer_jobs = [&](std::size_t, std::size_t fewer) {
    CHECK(fewer == 2);
    ++rounds;
    late->give_memory();
    fail_allocations(1);  // the next one is for the second thread
  };
  const RunSummary summary = run(plan, Store(folder.root() / "store"), how);
  fail_allocations(0);
  CHECK(rounds == 1);
  CHECK(summary.failed.empty());
  CHECK(summary.computed == plan.cells.size());
  CHECK(late->threads() == std::set<std::thread::id>{std::this_thread::get_id()});
}

// Runs four cells 60 times; in each run another allocation fails. Gives how many of the runs stop.
template <class Check>
std::size_t stopped_without_memory(const RunOptions& how, const Check& check) {
  Plan plan = study();
  plan.cells.resize(4);
  std::size_t stopped = 0;
  for (std::size_t n = 1; n <= 300; n += 5) {
    INFO("allocation " << n);
    const auto starving = std::make_shared<const Starving>(n);
    for (Cell& cell : plan.cells) cell.simulation->set_evaluator(starving);
    const StudyFolder folder;
    const Store store(folder.root() / "store");
    try {
      const RunSummary summary = run(plan, store, how);
      fail_allocations(0);
      check(summary, payloads(plan, store).size());
    } catch (const std::bad_alloc&) {
      ++stopped;
    }
    fail_allocations(0);
    CHECK_FALSE(fs::exists(folder.root() / "store" / "reservations"));
  }
  return stopped;
}

TEST_CASE("run: no memory between two cells is met as in a cell") {
  // If the computing thread also stores, storing has none.
  RunOptions how = options(2);
  how.stores_aside = GENERATE(true, false);
  std::size_t retried_for_memory = 0;
  // Few stop: where the other thread has no cells left, as a single one does.
  CHECK(stopped_without_memory(how, [&](const RunSummary& summary, std::size_t stored) {
          CHECK(summary.failed.empty());
          CHECK(summary.computed + summary.elsewhere == 4);
          CHECK(stored == 4);
          retried_for_memory += summary.retried_for_memory;
        }) < 30);
  CHECK(retried_for_memory > 10);
}

TEST_CASE("run: a single thread without memory to reserve stops, and leaves no reservation") {
  CHECK(stopped_without_memory(options(1), [](const RunSummary&, std::size_t) {}) > 0);
}

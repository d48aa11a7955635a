#include "suite/run/runner.hpp"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <new>
#include <set>
#include <string_view>
#include <vector>

#include "suite/run/compute.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {

namespace {

constexpr std::size_t most_jobs = 256;

class Work {
 public:
  Work(const Plan& plan, const Store& store, const ProgressCallback& progress)
      : plan_(plan), store_(store), progress_(progress) {}

  // Sorts out what is already there; the rest becomes `pending_`.
  void look(const Shard& shard) {
    std::set<std::string_view> pending;
    for (std::size_t i = shard.index - 1; i < plan_.cells.size(); i += shard.count) {
      const Cell& cell = plan_.cells[i];
      ++summary_.cells;
      if (!cell.unavailable.empty()) {
        ++summary_.unavailable;
        continue;
      }
      const Store::Found found = store_.load(cell.canonical);
      if (found.payload) {
        ++summary_.found;
        continue;
      }
      if (!pending.insert(cell.canonical).second) {  // tasks of a study may have cells in common
        ++summary_.found;
        continue;
      }
      if (found.damaged) ++summary_.damaged;
      pending_.push_back(i);
      work_ += cell.cost;
    }
    std::stable_sort(pending_.begin(), pending_.end(), [&](std::size_t a, std::size_t b) {
      return plan_.cells[a].cost > plan_.cells[b].cost;
    });
  }

  void compute_all(std::size_t jobs) {
    if (progress_) progress_(0, pending_.size(), 0, work_);
    if (pending_.empty()) return;
    // TBB gives no more threads than cores unless it is asked to, and ends the program when the
    // system gives fewer than it was given: hence a limit that any system can keep.
    jobs = std::clamp<std::size_t>(jobs, 1, std::min(pending_.size(), most_jobs));
    const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism, jobs);
    tbb::task_arena arena(static_cast<int>(jobs));
    arena.execute([&] {
      tbb::task_group group;
      for (std::size_t job = 0; job < jobs; ++job) group.run([this] { take_cells(); });
      group.wait();
    });
    if (stop_reason_) std::rethrow_exception(stop_reason_);
  }

  RunSummary summary() {
    std::sort(summary_.failed.begin(), summary_.failed.end(),
              [](const FailedCell& a, const FailedCell& b) { return a.cell < b.cell; });
    return std::move(summary_);
  }

 private:
  void take_cells() {
    while (!stop_) {
      const std::size_t place = next_++;
      if (place >= pending_.size()) return;
      const std::size_t index = pending_[place];
      try {
        run_cell(index);
      } catch (...) {  // the store's: a full disk stops the run
        const std::lock_guard lock(mutex_);
        stop_ = true;
        if (!stop_reason_) stop_reason_ = std::current_exception();
        return;
      }
    }
  }

  void run_cell(std::size_t index) {
    const Cell& cell = plan_.cells[index];
    std::string payload;
    std::string failure;
    bool failed = false;
    try {
      payload = compute(cell);
    } catch (const std::bad_alloc&) {
      failed = true;
      failure = "out of memory";
    } catch (const std::exception& error) {
      failed = true;
      failure = error.what();
    }
    if (!failed) {
      store_.save(cell.canonical, payload);
    } else {
      store_.note_failure(cell.canonical, failure);
    }
    const std::lock_guard lock(mutex_);
    if (!failed) {
      ++summary_.computed;
    } else {
      summary_.failed.push_back({index, failure});
    }
    work_done_ += cell.cost;
    ++cells_done_;
    if (progress_) progress_(cells_done_, pending_.size(), work_done_, work_);
  }

  const Plan& plan_;
  const Store& store_;
  const ProgressCallback& progress_;
  std::vector<std::size_t> pending_;
  double work_ = 0;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  std::exception_ptr stop_reason_;
  RunSummary summary_;
  std::size_t cells_done_ = 0;
  double work_done_ = 0;
};

}  // namespace

RunSummary run(const Plan& plan, const Store& store, const RunOptions& options,
               const ProgressCallback& progress) {
  Work work(plan, store, progress);
  work.look(options.shard);
  work.compute_all(options.jobs);
  return work.summary();
}

}  // namespace replaybench

#include "suite/run/runner.hpp"

#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <future>
#include <map>
#include <mutex>
#include <new>
#include <string_view>
#include <thread>
#include <vector>

#include "suite/model/pool.hpp"
#include "suite/run/compute.hpp"
#include "suite/run/work_queue.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {

namespace {

constexpr std::size_t max_jobs = 256;

// More jobs than this store their cells themselves: the stacks of as many threads again would take gigabytes
// of the address space, which may be limited.
constexpr std::size_t max_async_store_jobs = 64;

// Between two looks at a cell that another process computes.
constexpr std::chrono::milliseconds look_pause{100};

constexpr std::chrono::milliseconds usual_grace{1'000};

using Clock = std::chrono::steady_clock;

class Work {
 public:
  Work(const Plan& plan, const Store& store, const RunOptions& options,
       const ProgressCallback& progress)
      : plan_(plan),
        store_(store),
        options_(options),
        progress_(progress),
        was_retried_(plan.cells.size(), 0),
        reservations_(
            store.root(), options.reservation_times,
            [&store](const std::string& key, long process) { store.remove_parts(key, process); }) {}

  // Finds the cells that are already stored; the others will be computed. Returns false if the run was stopped first.
  bool scan_store() {
    std::vector<std::size_t> missing;
    std::map<std::string_view, std::size_t> pending;
    for (std::size_t i = 0; i < plan_.cells.size(); ++i) {
      if (!in_shard(i)) continue;
      if (is_stopped()) {  // a large store on a slow disk takes long to look through
        summary_.stopped = summary_.unseen = true;
        return false;
      }
      const Cell& cell = plan_.cells[i];
      ++summary_.cells;
      if (!cell.unavailable.empty()) {
        ++summary_.unavailable[cell.unavailable];
        continue;
      }
      const StoredCell found = load_cell(store_, cell);
      if (serves(found)) {
        ++summary_.found;
        summary_.origins.add(found.origin);
        continue;
      }
      const auto [first, is_new] = pending.emplace(cell.canonical, i);
      if (!is_new) {  // tasks of a study may have cells in common
        ++repeats_[first->second];
        continue;
      }
      if (found.damaged) ++summary_.damaged;
      summary_.origins.add(found.origin);
      missing.push_back(i);
    }
    queue_.emplace(plan_, std::move(missing));
    return true;
  }

  void compute_all() {
    jobs_ = std::clamp<std::size_t>(options_.jobs, 1,
                                    std::max<std::size_t>(1, std::min(queue_->cells(), max_jobs)));
    {
      const std::lock_guard lock(mutex_);
      show();
    }
    if (queue_->cells() == 0) return;
    {
      const Watch watch(*this);
      do {
        compute_round();
      } while (begin_smaller_round());
    }
    if (stop_reason_) std::rethrow_exception(stop_reason_);
    summary_.stopped = stop_ && cells_done_ < queue_->cells();
  }

  RunSummary summary() {
    std::sort(summary_.failed.begin(), summary_.failed.end(),
              [](const FailedCell& a, const FailedCell& b) { return a.cell < b.cell; });
    return std::move(summary_);
  }

 private:
  void compute_round() {
    Pool(jobs_).for_each(jobs_, [this](std::uint64_t job) { take_cells(job); });
  }

  // True if there are cells that had no memory beside others: they are tried with half the threads.
  bool begin_smaller_round() {
    if (is_stopped()) return false;
    const std::lock_guard lock(mutex_);
    const std::size_t cells = queue_->next_round();
    if (cells == 0) return false;
    // No more threads than cells: else one that is too large would be tried alone again and again.
    jobs_ = std::max<std::size_t>(1, std::min(jobs_ / 2, cells));
#if defined(__GLIBC__)
    // Pages that were given back go to the system; a limit of memory still counts the heaps of the
    // threads (suite/run/memory_limit.cpp keeps large blocks out of them).
    ::malloc_trim(0);
#endif
    if (options_.fewer_jobs) options_.fewer_jobs(cells, jobs_);
    return true;
  }

  // A thread that renews reservations, shows progress during long cells, and handles stop requests.
  class Watch {
   public:
    explicit Watch(Work& work) : work_(work), thread_(required_thread([this] { watch(); })) {}
    ~Watch() {
      {
        const std::lock_guard lock(work_.mutex_);
        over_ = true;
      }
      wake_.notify_all();
      thread_.join();
    }

   private:
    void watch() {
      std::unique_lock lock(work_.mutex_);
      while (!wake_.wait_for(lock, work_.options_.tick, [this] { return over_; })) {
        try {
          work_.reservations_.renew();
          work_.show();
        } catch (const std::bad_alloc&) {  // the cells' memory: the next look may have some again
        }
        work_.see_to_stop();
      }
    }

    Work& work_;
    bool over_ = false;
    std::condition_variable wake_;
    std::thread thread_;
  };

  // True if a stored cell is used as it is.
  bool serves(const StoredCell& stored) const {
    if (!stored.payload) return false;
    return !options_.recompute || stored.origin.origin == Origin::these_sources;
  }

  bool in_shard(std::size_t cell) const {
    return cell % options_.shard.count == options_.shard.index - 1;
  }

  // The result of a cell that is to be stored.
  struct Computed {
    std::size_t cell = 0;
    std::string key;
    std::string payload;
    std::optional<std::string> failure;
    double seconds = 0;  // of a core
  };

  // State of one computing thread.
  struct Job {
    std::size_t number;
    SharedLogs logs;
    Computed before;            // the previous cell, while it is being stored
    std::future<void> storing;  // of `before`; the destructor waits
  };

  void take_cells(std::size_t number) {
    Job job{number, SharedLogs(options_.log_memory / jobs_), {}, {}};
    try {
      while (!is_stopped()) {
        std::optional<std::size_t> cell = next(number);
        if (!cell) break;
        if (!process(job, *cell)) defer(*cell);
      }
      while (!is_stopped()) {
        std::optional<std::size_t> cell = next_deferred();
        if (!cell) break;
        if (process(job, *cell)) continue;
        defer(*cell);
        std::this_thread::sleep_for(look_pause);
      }
    } catch (...) {
      stop_for(std::current_exception());
    }
  }

  // Stops the run because of an error of the store, for example a full disk.
  void stop_for(std::exception_ptr problem) {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    if (!stop_reason_) stop_reason_ = std::move(problem);
  }

  bool is_stopped() {
    if (options_.stop && *options_.stop) stop_ = true;
    return stop_;
  }

  std::optional<std::size_t> next(std::size_t job) {
    const std::lock_guard lock(mutex_);
    return queue_->take(job);
  }
  std::optional<std::size_t> next_deferred() {
    const std::lock_guard lock(mutex_);
    return queue_->take_deferred();
  }
  void defer(std::size_t cell) {
    const std::lock_guard lock(mutex_);
    queue_->defer(cell);
  }

  // Computes the cell unless another process has done so; returns false while another process computes it. A cell
  // that runs out of memory, even in its reservation or in reading the store, waits for the next round.
  bool process(Job& job, std::size_t index) {
    std::string key;
    try {
      key = Store::key_of(plan_.cells[index].canonical);
      return process(job, index, key);
    } catch (const std::bad_alloc&) {
      reservations_.release(key);
      if (!waits_for_memory(job.number, index)) throw;
      return true;
    }
  }

  bool process(Job& job, std::size_t index, const std::string& key) {
    const bool ours = reservations_.take(key);
    if (serves(load_cell(store_, plan_.cells[index]))) {
      if (ours) reservations_.release(key);
      const std::lock_guard lock(mutex_);
      queue_->begin(job.number, index);
      queue_->end(job.number, false);
      ++summary_.elsewhere;
      note_repeats(index);
      ++cells_done_;
      show_if_possible();
      return true;
    }
    if (!ours) return false;
    std::optional<Computed> computed = compute_cell(job, index, key);
    if (computed) {
      store_aside(job, std::move(*computed));
    } else {
      reservations_.release(key);
    }
    return true;
  }

  // Returns std::nullopt if the cell ran out of memory and waits for the next round.
  std::optional<Computed> compute_cell(Job& job, std::size_t index, const std::string& key) {
    const Cell& cell = plan_.cells[index];
    Computed computed{index, key, {}, {}, 0};
    bool more_readers = false;
    {
      const std::lock_guard lock(mutex_);
      queue_->begin(job.number, index);
      more_readers = queue_->continues_family(job.number);
    }
    try {
      computed.payload = compute_with(cell, job.logs, more_readers);
    } catch (const std::bad_alloc&) {
      if (waits_for_memory(job.number, index)) return std::nullopt;
      computed.failure = "out of memory";
    } catch (const std::exception& error) {
      computed.failure = error.what();
    }
    const std::lock_guard lock(mutex_);
    computed.seconds = queue_->note_computed(job.number, job.logs.take_times());
    end(job.number, !computed.failure);
    ++storing_;
    return computed;
  }

  // Stores the cell on another thread if allowed, while the job's thread computes the next cell: a disk takes a
  // millisecond to write a file safely, a cluster's file system many. A job stores one cell at a time.
  void store_aside(Job& job, Computed computed) {
    if (job.storing.valid()) job.storing.get();
    job.before = std::move(computed);
    const auto store = [this, &cell = job.before] {
      try {
        store_computed(cell);
      } catch (...) {
        stop_for(std::current_exception());
      }
      reservations_.release(cell.key);
    };
    bool is_aside = options_.stores_aside && jobs_ <= max_async_store_jobs;
    try {
      if (is_aside) job.storing = std::async(std::launch::async, store);
    } catch (const std::exception&) {  // no memory, or no thread
      is_aside = false;
    }
    if (!is_aside) store();
  }

  // False if only this cell cannot be stored: then it has failed.
  bool save(const Cell& cell, Computed& computed) {
    try {
      save_cell(store_, cell, computed.payload);
      return true;
    } catch (const DataError& error) {
      computed.failure = error.what();
      return false;
    }
  }

  void store_computed(Computed& computed) {
    const Cell& cell = plan_.cells[computed.cell];
    std::exception_ptr problem;
    bool saved = false;
    bool no_memory = false;
    try {
      if (!computed.failure) saved = save(cell, computed);
      if (!saved) store_.note_failure(cell.canonical, *computed.failure);
      if (saved && options_.stored) options_.stored(computed.key, computed.seconds);
    } catch (const std::bad_alloc&) {  // while others work: as if the cell itself had none
      no_memory = !computed.failure && !saved;
    } catch (...) {
      problem = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    --storing_;
    if (problem) std::rethrow_exception(problem);
    if (no_memory) {
      if (jobs_ > 1) {
        queue_->give_back(computed.cell);
        note_retry(computed.cell);
        return;
      }
      computed.failure = "out of memory";
    }
    if (!computed.failure) {
      ++summary_.computed;
      note_repeats(computed.cell);
    } else {
      summary_.failed.push_back({computed.cell, std::move(*computed.failure)});
    }
    ++cells_done_;
    show_if_possible();
  }

  // Logs of other cells are no reason to have no memory for this one.
  static std::string compute_with(const Cell& cell, SharedLogs& logs, bool more_readers) {
    try {
      return compute(cell, &logs, more_readers);
    } catch (const std::bad_alloc&) {
      if (!logs.clear()) throw;
    }
    return compute(cell);
  }

  // With the lock held. A time that there is no memory for is not learnt from.
  void end(std::size_t job, bool computed) {
    try {
      queue_->end(job, computed);
    } catch (const std::bad_alloc&) {
    }
  }

  // True if the cell that the thread took, and that had no memory, may have more with fewer threads.
  // Allocates nothing.
  bool waits_for_memory(std::size_t job, std::size_t index) {
    const std::lock_guard lock(mutex_);
    if (jobs_ == 1) return false;
    queue_->give_back(job, index);
    note_retry(index);
    return true;
  }

  // With the lock held. Cells with the content of one that is stored now are in the store with it.
  void note_repeats(std::size_t index) {
    const auto repeats = repeats_.find(index);
    if (repeats != repeats_.end()) summary_.found += repeats->second;
  }

  // With the lock held.
  void note_retry(std::size_t index) {
    if (!was_retried_[index]) ++summary_.retried_for_memory;
    was_retried_[index] = 1;
  }

  // With the lock held. The cell is settled; the next look may have memory again.
  void show_if_possible() {
    try {
      show();
    } catch (const std::bad_alloc&) {
    }
  }

  // With the lock held.
  void show() {
    if (!progress_) return;
    const auto now = Clock::now();
    const bool all_done = cells_done_ == queue_->cells();
    if (!expected_at_ || all_done || now >= *expected_at_) {
      expectation_ = queue_->expectation();
      // It takes O(kinds), with the lock held: of very many at most a twentieth of the time.
      const auto end = Clock::now();
      expected_at_ = end + std::max<Clock::duration>(options_.tick, 20 * (end - now));
    }
    RunProgress progress;
    progress.cells_done = cells_done_;
    progress.cells = queue_->cells();
    progress.elsewhere = queue_->left();
    progress.share = all_done ? 1 : expectation_.share;
    progress.seconds_left = all_done ? 0 : expectation_.seconds_left;
    progress.known_share = expectation_.known_share;
    progress_(progress);
  }

  // With the lock held. After an error of the store the cells in progress end, and it is thrown on.
  void see_to_stop() {
    if (!options_.stop || !*options_.stop || !options_.abandon) return;
    const auto now = Clock::now();
    if (!stopped_at_) stopped_at_ = now;
    const auto grace = options_.grace ? options_.grace() : usual_grace;
    if (now - *stopped_at_ < grace || storing_ > 0) return;
    summary_.stopped = true;
    reservations_.release_all();
    options_.abandon(summary_);
  }

  const Plan& plan_;
  const Store& store_;
  const RunOptions& options_;
  const ProgressCallback& progress_;
  std::vector<char> was_retried_;               // by cell of the plan
  std::map<std::size_t, std::size_t> repeats_;  // by missing cell: how many later ones repeat it
  Reservations reservations_;
  std::optional<WorkQueue> queue_;
  std::size_t jobs_ = 1;
  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  std::exception_ptr stop_reason_;
  std::optional<Clock::time_point> stopped_at_;
  std::size_t storing_ = 0;
  RunSummary summary_;
  std::size_t cells_done_ = 0;
  WorkQueue::Expectation expectation_;
  std::optional<Clock::time_point> expected_at_;  // when the next one is due
};

}  // namespace

RunSummary run(const Plan& plan, const Store& store, const RunOptions& options,
               const ProgressCallback& progress) {
  Work work(plan, store, options, progress);
  if (work.scan_store()) work.compute_all();
  return work.summary();
}

}  // namespace replaybench

#include "suite/model/pool.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <new>
#include <utility>

#include "suite/model/passed_records.hpp"
#include "suite/model/stop.hpp"

namespace replaybench {

namespace {

constinit thread_local Pool* pool_of_thread = nullptr;

// Address space that is held while threads start, so that their stacks leave it for the work. The C
// library's allocator reserves 64 MB for a thread at once; 32 remain. The pages are not touched. The
// call is no new-expression, which a compiler may leave out.
class RoomForWork {
 public:
  RoomForWork() : room_(::operator new (std::size_t{96} << 20)) {}
  ~RoomForWork() { ::operator delete(room_); }
  RoomForWork(const RoomForWork&) = delete;
  RoomForWork& operator=(const RoomForWork&) = delete;

 private:
  void* room_;
};

}  // namespace

Pool* Pool::current() { return pool_of_thread; }

// One call of `for_each`; guarded by the pool's mutex.
struct Pool::Batch {
  const std::uint64_t count;
  const std::function<void(std::uint64_t)>& work;
  const std::atomic<bool>* const stop = stop_request;
  std::atomic<std::uint64_t>* const passed = passed_records;
  std::uint64_t next = 0;
  std::uint64_t running = 0;
  std::uint64_t failed = count;  // the lowest number that did
  std::exception_ptr failure;
  Batch* outer = nullptr;  // the next in the pool's list of open ones
};

Pool::Pool(std::size_t threads) : limit_(std::max<std::size_t>(1, threads)) {}

Pool::~Pool() {
  {
    const std::scoped_lock lock(mutex_);
    over_ = true;
  }
  work_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Pool::for_each(std::uint64_t count, const std::function<void(std::uint64_t)>& work) {
  if (count == 0) return;
  Batch batch{.count = count, .work = work, .failure = {}};
  std::unique_lock lock(mutex_);
  if (count > 1) {
    batch.outer = std::exchange(open_, &batch);  // allocates nothing: memory may be short
    start_threads(count - 1);
    work_.notify_all();
  }
  // The caller takes what no thread has taken, so that no thread waits for a waiting one.
  while (batch.next < batch.count) do_next(batch, lock);
  done_.wait(lock, [&batch] { return batch.running == 0; });
  if (batch.failure) std::rethrow_exception(batch.failure);
}

void Pool::start_threads(std::uint64_t wanted) {
  if (idle_ >= wanted || threads_.size() + 1 >= limit_) return;
  try {
    const RoomForWork room;
    while (idle_ < wanted && threads_.size() + 1 < limit_) {
      threads_.emplace_back([this] { work_until_over(); });
      ++idle_;  // it will be
    }
  } catch (const std::system_error&) {  // no process slot
    limit_ = threads_.size() + 1;
  } catch (const std::bad_alloc&) {
    limit_ = threads_.size() + 1;
  }
}

void Pool::work_until_over() {
  std::unique_lock lock(mutex_);
  while (true) {
    work_.wait(lock, [this] { return over_ || open_ != nullptr; });
    if (over_) return;
    --idle_;
    do_next(*open_, lock);
    ++idle_;
  }
}

// Ends with the lock held, and without touching the batch of another thread, which may be gone.
void Pool::do_next(Batch& batch, std::unique_lock<std::mutex>& lock) {
  const std::uint64_t number = batch.next++;
  if (batch.next == batch.count) close(batch);
  ++batch.running;
  lock.unlock();
  std::exception_ptr failure;
  Pool* const outer = std::exchange(pool_of_thread, this);
  try {
    const StopScope stop(batch.stop);
    const CountScope count(batch.passed);
    stop_point();
    batch.work(number);
  } catch (...) {
    failure = std::current_exception();
  }
  pool_of_thread = outer;
  lock.lock();
  if (failure && number < batch.failed) {
    batch.failed = number;
    batch.failure = std::move(failure);
  }
  if (batch.failure && batch.next < batch.count) {
    batch.next = batch.count;
    close(batch);
  }
  if (--batch.running == 0) done_.notify_all();
}

void Pool::close(Batch& batch) {
  for (Batch** at = &open_; *at != nullptr; at = &(*at)->outer) {
    if (*at != &batch) continue;
    *at = batch.outer;
    return;
  }
}

}  // namespace replaybench

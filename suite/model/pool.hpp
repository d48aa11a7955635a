#pragma once
// The threads of a command, which share its work.

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace replaybench {

/// Threads for numbered pieces of work. Calls nest: a piece may call `for_each` of its own pool, which then
/// has no more threads than before. Threads start when there is work; if the system cannot provide all, fewer
/// do the work.
class Pool {
 public:
  /// At most `threads` at the same time, the caller's among them; 0 counts as 1.
  explicit Pool(std::size_t threads);
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  /// Calls work(0), ..., work(count - 1), each once, in any order, and returns when all have ended. If calls
  /// throw, throws the exception of the lowest number, independently of the threads; calls that had not
  /// started by then are omitted. A stop of the calling thread's request stops all, and all count where it does
  /// (suite/model/stop.hpp, passed_records.hpp).
  void for_each(std::uint64_t count, const std::function<void(std::uint64_t)>& work);

  /// The pool whose work this thread does; null if none.
  static Pool* current();

 private:
  struct Batch;
  void start_threads(std::uint64_t wanted);
  void work_until_over();
  void do_next(Batch& batch, std::unique_lock<std::mutex>& lock);
  void close(Batch& batch);

  std::mutex mutex_;
  std::condition_variable work_, done_;
  std::size_t limit_;      // of threads, the caller's among them
  Batch* open_ = nullptr;  // the innermost batch with numbers that no thread has taken; a list
  std::size_t idle_ = 0;   // threads that wait for work
  bool over_ = false;
  std::vector<std::thread> threads_;
};

/// The pool whose work this thread does, otherwise a new pool of at most `threads` that ends with this object. A command
/// thus has one pool, even if its work nests.
class SharedPool {
 public:
  explicit SharedPool(std::size_t threads) {
    if (!Pool::current()) own_.emplace(threads);
  }
  Pool& operator*() { return own_ ? *own_ : *Pool::current(); }
  Pool* operator->() { return &**this; }

 private:
  std::optional<Pool> own_;
};

/// Starts a thread that the caller cannot do without. Throws std::system_error that names the limits.
template <class Work>
std::thread required_thread(Work work) {
  try {
    return std::thread(std::move(work));
  } catch (const std::system_error& error) {
    throw std::system_error(
        error.code(),
        "cannot start a thread; raise the limit of processes (ulimit -u) or of memory (ulimit -v)");
  }
}

}  // namespace replaybench

#pragma once
// Threads that share one loop of work.

#include <cstddef>
#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace replaybench {

/// Calls loop(0) on this thread and loop(1), ..., loop(threads - 1) on threads of their own, as many as the system
/// gives: without memory or a process slot for all of them, the others do their work. Returns when all calls have
/// ended. `loop` takes its work from a common queue and throws nothing.
template <class Loop>
void on_threads(std::size_t threads, const Loop& loop) {
  std::vector<std::thread> others;
  try {
    if (threads > 1) others.reserve(threads - 1);
    for (std::size_t i = 1; i < threads; ++i) others.emplace_back([&loop, i] { loop(i); });
  } catch (const std::system_error&) {
  } catch (const std::bad_alloc&) {
  }
  loop(std::size_t{0});
  for (std::thread& other : others) other.join();
}

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

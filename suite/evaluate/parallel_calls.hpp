#pragma once
// Numbered pieces of work on several threads.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <mutex>

#include "suite/model/on_threads.hpp"
#include "suite/model/passed_records.hpp"
#include "suite/model/stop.hpp"

namespace replaybench {

/// work(0), ..., work(count - 1), at most `jobs` (at least 1) at the same time, each once. What the
/// lowest number that fails throws is thrown at the end, whatever the threads did; numbers that were
/// not begun by then are left out. A stop of the calling thread's request stops all of them, and all
/// count where it does. If the system has no threads for all jobs, fewer do the work.
template <class Work>
void call_in_parallel(std::uint64_t count, std::size_t jobs, const Work& work) {
  std::atomic<std::uint64_t> next = 0;
  std::mutex failing;
  std::uint64_t failed = std::numeric_limits<std::uint64_t>::max();
  std::exception_ptr failure;
  const auto loop = [&] {
    for (std::uint64_t i = next++; i < count; i = next++) {
      try {
        stop_point();
        work(i);
      } catch (...) {
        const std::scoped_lock lock(failing);
        next = count;
        if (i >= failed) continue;
        failed = i;
        failure = std::current_exception();
      }
    }
  };
  on_threads(static_cast<std::size_t>(std::min<std::uint64_t>(jobs, count)),
             [&loop, request = stop_request, counter = passed_records](std::size_t) {
               const StopScope scope(request);
               const CountScope counting(counter);
               loop();
             });
  if (failure) std::rethrow_exception(failure);
}

}  // namespace replaybench

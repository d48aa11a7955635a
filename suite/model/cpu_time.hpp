#pragma once
// CPU time of work, independent of other programs on the machine.

#include <ctime>

namespace replaybench {

/// Seconds of a core that the calling thread has used. O(1).
inline double cpu_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace replaybench

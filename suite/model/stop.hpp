#pragma once
// Stop requests for a long computation, checked in the middle of a pass over a log.

#include <atomic>
#include <cstddef>

namespace replaybench {

/// Thrown after a stop was requested. Not a std::exception, so that it is not mistaken for a failure
/// of a component.
struct Stopped {};

/// The stop request of this thread's computations; null if there is none.
inline constinit thread_local const std::atomic<bool>* stop_request = nullptr;

/// While it lives, the computations of this thread look at `request` (null: at none).
class StopScope {
 public:
  explicit StopScope(const std::atomic<bool>* request) : before_(stop_request) {
    stop_request = request;
  }
  ~StopScope() { stop_request = before_; }
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

 private:
  const std::atomic<bool>* before_;
};

/// Throws Stopped if a stop was requested. O(1).
inline void stop_point() {
  if (stop_request && stop_request->load(std::memory_order_relaxed)) throw Stopped();
}

/// Stop point for a loop over records: checks at every 64th record.
inline void stop_point(std::size_t record) {
  if (record % 64 == 0) stop_point();
}

}  // namespace replaybench

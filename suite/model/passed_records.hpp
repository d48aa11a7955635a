#pragma once
// Progress of a long computation: the number of records that its threads have passed.

#include <atomic>
#include <cstdint>

namespace replaybench {

/// Counter of the records that the computations of this thread have passed; null if not counted.
/// Only for displays of progress: no result may depend on it.
inline constinit thread_local std::atomic<std::uint64_t>* passed_records = nullptr;

/// While it lives, the computations of this thread count in `count` (null: nowhere).
class CountScope {
 public:
  explicit CountScope(std::atomic<std::uint64_t>* count) : before_(passed_records) {
    passed_records = count;
  }
  ~CountScope() { passed_records = before_; }
  CountScope(const CountScope&) = delete;
  CountScope& operator=(const CountScope&) = delete;

 private:
  std::atomic<std::uint64_t>* before_;
};

/// Records that are counted at once: far less than a second of work for most algorithms, and so many that
/// the cost of counting is negligible.
inline constexpr std::uint64_t records_per_count = 1 << 14;

inline void count_passed(std::uint64_t records) {
  if (passed_records) passed_records->fetch_add(records, std::memory_order_relaxed);
}

}  // namespace replaybench

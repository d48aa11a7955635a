#pragma once
// Progress of a long evaluation.

#include <atomic>
#include <cstdint>

namespace replaybench::estimation {

/// Passes over a log or a resample of it that have begun in this process. For displays of progress
/// only: no result may depend on it.
inline std::atomic<std::uint64_t>& passes_begun() {
  static std::atomic<std::uint64_t> count = 0;
  return count;
}

}  // namespace replaybench::estimation

#pragma once
// Memory for the columns of logs with millions of records.

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace replaybench {

/// Reserves room in `column` for `count` values in all; where that is much, in large pages if the system
/// has them: every new page is a fault, and of small ones there are 512 times as many. O(column).
template <class Value>
void reserve_large(std::vector<Value>& column, std::size_t count) {
  column.reserve(count);
#ifdef MADV_HUGEPAGE
  constexpr std::size_t page = std::size_t{1} << 21;
  const auto begin = reinterpret_cast<std::uintptr_t>(column.data());
  // Whole pages alone: the memory around the column is not ours to speak of.
  const std::uintptr_t first = (begin + page - 1) / page * page;
  const std::uintptr_t last = (begin + column.capacity() * sizeof(Value)) / page * page;
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
#endif
}

}  // namespace replaybench

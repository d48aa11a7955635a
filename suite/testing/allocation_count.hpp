#pragma once
// Counts the allocations of a test program that is linked with allocation_count.cpp, and lets one fail.

#include <cstddef>

namespace replaybench {

/// Calls of operator new so far, in any thread; allocation_count.cpp replaces it.
std::size_t allocation_count();

/// From now on the `n`-th operator new of this thread, n >= 1, and the `count - 1` after it throw
/// std::bad_alloc; 0 means none does.
void fail_allocations(std::size_t n, std::size_t count = 1);

}  // namespace replaybench

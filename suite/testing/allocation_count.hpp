#pragma once
// Counts the allocations of a test program that is linked with allocation_count.cpp.

#include <cstddef>

namespace replaybench {

/// Calls of operator new so far, in any thread; allocation_count.cpp replaces it.
std::size_t allocation_count();

}  // namespace replaybench

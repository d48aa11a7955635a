#pragma once
// For the tests of this room.

#include <cstddef>

namespace replaybench {

/// Calls of operator new so far in this test program, which csv_log_allocation_test.cpp replaces.
std::size_t allocation_count();

}  // namespace replaybench

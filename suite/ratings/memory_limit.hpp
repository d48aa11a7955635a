#pragma once
// A limit on the memory of models of users and items, checked before anything is allocated.

#include <cstddef>
#include <string>

#include "suite/text/errors.hpp"

namespace replaybench::ratings {

/// Maximum number of doubles in one model: 2 GB.
inline constexpr double max_numbers = 2.5e8;

/// Throws FileError "`what` needs more than 2 GB" if `numbers`, a count of doubles, is above max_numbers.
inline void check_memory(double numbers, const std::string& what) {
  if (numbers <= max_numbers) return;
  throw FileError(what + " needs more than 2 GB");
}

/// a x b as a double, because a std::size_t might overflow.
inline double cells(std::size_t a, std::size_t b) {
  return static_cast<double>(a) * static_cast<double>(b);
}

}  // namespace replaybench::ratings

#pragma once
// How much memory a model of ratings may take.

#include <cstddef>
#include <string>

#include "suite/text/errors.hpp"

namespace replaybench::ratings {

/// Doubles that a model may keep: 2 GB.
inline constexpr double most_numbers = 2.5e8;

/// Throws EnvironmentError "<what> need more than 2 GB<advice>" for more numbers; to be called before
/// they are allocated. `numbers` is a double, since products of sizes need not fit a size. O(1).
inline void require_affordable(double numbers, const std::string& what,
                               const std::string& advice = {}) {
  if (numbers <= most_numbers) return;
  throw EnvironmentError(what + " need more than 2 GB" + advice);
}

}  // namespace replaybench::ratings

#pragma once
// The largest importance weight that an estimate can use.

#include <fmt/format.h>

#include <cmath>
#include <span>
#include <string_view>

#include "suite/text/errors.hpp"

namespace replaybench::offpolicy {

/// The squares of larger weights, and the squares of these, are beyond the doubles.
inline constexpr double largest_weight = 1e70;

/// Throws DataError, with its number from 1, for the first weight that is larger. `unit` is "record" or
/// "slate".
inline void require_finite_squares(std::span<const double> weights, std::string_view unit) {
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (std::fabs(weights[i]) <= largest_weight) continue;
    throw DataError(
        fmt::format("the weights overflow: {} {} of the log has the weight {:.3g}, because its "
                    "probability or density under the logger is too small (allowed: weights up to "
                    "{:g})",
                    unit, i + 1, weights[i], largest_weight));
  }
}

}  // namespace replaybench::offpolicy

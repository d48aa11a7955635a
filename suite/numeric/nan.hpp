#pragma once

#include <limits>

namespace replaybench {

/// A number that is not there: no estimate, no standard error, no end of an interval.
inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();

}  // namespace replaybench

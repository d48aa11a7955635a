#pragma once
// Measured orders of growth: the power law through the times of a sweep.

#include <optional>

#include "suite/bench/orders.hpp"
#include "suite/bench/report/measurements.hpp"
#include "suite/numeric/power_law.hpp"

namespace replaybench::bench {

/// Tolerance of a measured exponent around the order.
inline constexpr double order_tolerance = 0.3;

/// The power law through the times of a sweep; nothing unless all its sizes were timed.
std::optional<numeric::PowerLaw> measured_order(const Measurements& measured, const Sweep& sweep);

}  // namespace replaybench::bench

#pragma once
// Domains of the arguments of theory's formulas; a formula outside its domain is NaN.

#include <cmath>
#include <limits>

namespace replaybench::theory {

inline constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

inline bool is_actions(double K) { return K >= 1 && std::isfinite(K); }
inline bool is_positive(double x) { return x > 0 && std::isfinite(x); }
inline bool is_non_negative(double x) { return x >= 0 && std::isfinite(x); }
inline bool is_probability(double x) { return x >= 0 && x <= 1; }
/// delta of a bound: in (0, 1).
inline bool is_level(double delta) { return delta > 0 && delta < 1; }
inline bool is_count(double x) { return x >= 0 && x <= 0x1p53 && x == std::floor(x); }

}  // namespace replaybench::theory

#pragma once
// The two terms of the saddle-point expansion of binomial and Poisson probabilities.
//
// C. Loader, "Fast and accurate computation of binomial probabilities", 2000. Differences of ln n!
// would lose their digits at large n (ln 10^9! is 2e10); these do not.

#include <cmath>

#include "suite/numeric/elementary.hpp"

namespace replaybench::saddle_point {

/// ln n! - ln(sqrt(2 pi n) (n/e)^n); n >= 1.
inline double stirling_error(double n) {
  // clang-format off
  static constexpr double exact[] = {
      0, 0.08106146679532726, 0.04134069595540929, 0.02767792568499834, 0.02079067210376509,
      0.01664469118982119, 0.01387612882307075, 0.01189670994589177, 0.01041126526197209,
      0.009255462182712733, 0.008330563433362871, 0.007573675487951841, 0.006942840107209530,
      0.006408994188004207, 0.005951370112758848, 0.005554733551962801};
  // clang-format on
  if (n < 16) return exact[static_cast<int>(n)];
  const double s = 1 / (n * n);
  return (1.0 / 12 - (1.0 / 360 - (1.0 / 1260 - (1.0 / 1680 - 1.0 / 1188 * s) * s) * s) * s) / n;
}

/// x ln(x / m) + m - x without cancellation for x near m; x, m > 0.
inline double deviance(double x, double m) {
  const double v = (x - m) / (x + m);
  if (std::fabs(v) >= 0.1) return x * numeric::log(x / m) + m - x;
  // x ln((1+v)/(1-v)) = 2 x (v + v^3/3 + ...); the first term and m - x together are (x - m) v.
  double sum = (x - m) * v;
  double term = 2 * x * v;
  for (int odd = 3;; odd += 2) {
    term *= v * v;
    const double next = sum + term / odd;
    if (next == sum) return sum;
    sum = next;
  }
}

}  // namespace replaybench::saddle_point

#pragma once
// The width of a kernel density.

#include <algorithm>

#include "suite/numeric/elementary.hpp"

namespace replaybench::statistics {

/// Silverman's rule of thumb for a Gaussian kernel, robust if a distribution has long tails or
/// several peaks: 0.9 min(deviation, range / 1.34) n^(-1/5) for n values of this standard deviation and
/// range between their quartiles. A range of 0 (more than half of the values are one) carries no information: then
/// only the deviation is used. O(1). Source: B. W. Silverman, "Density estimation for statistics and data
/// analysis", 1986, section 3.4.2.
inline double silverman_bandwidth(double deviation, double range, double n) {
  const double spread = range > 0 ? std::min(deviation, range / 1.34) : deviation;
  return 0.9 * spread * numeric::pow(n, -0.2);
}

}  // namespace replaybench::statistics

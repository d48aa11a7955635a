#pragma once
// The estimate and its standard error from the sums of a tally, for all evaluators by replay.

#include <cmath>
#include <limits>

#include "suite/model/tally.hpp"

namespace replaybench::estimation {

/// Mean reward of the accepted records, each with its weight: sum w r / sum w; 0 when nothing was
/// accepted (the convention of thesis section 3.5.1, p. 77, on which theorem 3 rests).
inline double ratio_estimate(const Sums& sums) {
  if (sums.accepted == 0) return 0;
  using terms::Channel;
  return static_cast<double>(sums.terms.first(Channel::product) /
                             sums.terms.first(Channel::weight));
}

/// Standard error of ratio_estimate by the delta method: sqrt(sum w^2 (r - g)^2) / sum w, times
/// sqrt(n / (n - 1)) for n accepted records, which for w = 1 is the sample standard deviation over
/// sqrt(n). NaN if n < 2 or if roundoff exceeds it (terms::TermSums). It describes the sampling of rewards given the accepted records, not
/// what a learning algorithm would do on another log.
inline double ratio_standard_error(const Sums& sums) {
  if (sums.accepted < 2) return std::numeric_limits<double>::quiet_NaN();
  const double n = static_cast<double>(sums.accepted);
  return sums.terms.combine(terms::Combination::ratio).standard_error * std::sqrt(n / (n - 1));
}

}  // namespace replaybench::estimation

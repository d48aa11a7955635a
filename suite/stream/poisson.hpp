#pragma once
// Poisson variates from a stream.
//
// W. Hormann, "The transformed rejection method for generating Poisson random variables",
// Insurance: Mathematics and Economics 12, 1993: transformed rejection with squeeze (PTRS) for a
// mean of 10 or more; below 10, inversion from 0, whose expected number of steps is the mean. The
// exact test takes the probability from its saddle-point expansion (suite/stream/saddle_point.hpp).
//
// Samplers: their bits belong to `sampler_version` (suite/stream/stream.hpp).

#include <cstdint>

#include "suite/stream/stream.hpp"

namespace replaybench {

/// The Poisson distribution. Make one for many draws with the same mean.
class PoissonDistribution {
 public:
  /// The largest mean: above it, a 53-bit uniform does not resolve one step of k well.
  static constexpr double largest_mean = 1e12;

  /// Needs a mean in [0, largest_mean]. O(1).
  explicit PoissonDistribution(double mean);

  /// A variate, 0 or above. A random number of draws; none for a mean of 0. O(1) expected.
  std::int64_t draw(Draws& draws) const;

  /// ln P(k); -infinity if that is 0. Absolute error about 1e-13 near the mean.
  double log_probability(std::int64_t k) const;

 private:
  std::int64_t draw_by_inversion(Draws& draws) const;
  std::int64_t draw_by_rejection(Draws& draws) const;

  double mean_;
  double none_ = 0;  // inversion: P(0)
  // Rejection: a, b, v_r and 1/alpha of the paper.
  double a_ = 0;
  double b_ = 0;
  double squeeze_ = 0;
  double inverse_alpha_ = 0;
};

/// One variate; needs what PoissonDistribution needs.
inline std::int64_t draw_poisson(Draws& draws, double mean) {
  return PoissonDistribution(mean).draw(draws);
}

}  // namespace replaybench

#pragma once
// A distribution with finitely many values, as a set of resampled statistics gives one: its
// distribution function and quantiles, and its distance to another distribution.
//
// Source: the estimates (1/B) sum_b I(theta_b <= x) of thesis sections 5.3.2 (p. 126) and 5.6.2
// (p. 139), Algorithm 13.

#include <span>
#include <vector>

namespace replaybench::statistics {

class EmpiricalDistribution {
 public:
  /// Each of `values` with the same probability. Infinite values are allowed (see
  /// suite/statistics/sample_mean.hpp). Throws std::invalid_argument if there are none or one is
  /// NaN. O(B log B).
  explicit EmpiricalDistribution(std::vector<double> values);

  /// values[i] with probability proportional to weights[i]; equal values are merged. Throws
  /// std::invalid_argument for no values, a NaN, a negative or infinite weight, weights whose sum
  /// is 0, or lists of different lengths.
  EmpiricalDistribution(std::span<const double> values, std::span<const double> weights);

  /// P(theta <= x). O(log B).
  double cdf(double x) const;

  /// The different values in increasing order, and P(theta <= value) at each; the last is 1.
  std::span<const double> values() const { return values_; }
  std::span<const double> cumulative() const { return cumulative_; }

  /// sup over x of |P(theta <= x) - P(other <= x)|, exactly. O(B + B').
  double sup_distance(const EmpiricalDistribution& other) const;
  /// Supremum distance to the normal distribution with mean 0 and standard deviation `deviation` > 0.
  double sup_distance_to_normal(double deviation) const;

  /// The distribution of factor * theta, factor > 0.
  EmpiricalDistribution scaled(double factor) const;

 private:
  std::vector<double> values_;
  std::vector<double> cumulative_;
};

}  // namespace replaybench::statistics

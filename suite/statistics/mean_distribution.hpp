#pragma once
// The distribution of the (studentised) mean of n independent draws from a discrete distribution,
// computed instead of simulated: what Algorithm 13 gives in the limit of infinitely many resamples
// when the distribution is a sample's (weighted) empirical one, and the true distribution when it
// is a fine discretisation of the distribution that the sample came from.
//
// Source: thesis, section 5.6.2 (p. 139; the distributions J^(e) and J^(eps)), Algorithm 13; the
// method is Fourier inversion:
//   y       (X - mean) / deviation
//   eps     V / sqrt(1 - V^2/n),  V = sum y / sqrt(sum y^2)   (= sqrt(n) (Xbar - mu) / sigma_hat)
// so that eps <= x is sum y <= c sqrt(sum y^2), c = x / sqrt(1 + x^2/n), an event of the pair
// (sum y, sum y^2 - n), whose characteristic function is the n-th power of that of (y, y^2 - 1).
// The pair is folded onto a torus whose sides hold all but about 1e-8 of the distribution, and
// frequencies are kept until the power falls below 1e-8. A resample's sums have far more values
// than the torus resolves, so the steps of a discrete distribution disappear. All in all the errors
// are about 1e-6, and 1e-5 at n = 10, where the characteristic function falls slowly. A few-valued
// (lattice) distribution has real steps and needs suite/statistics/success_rate_distribution.hpp.
//
// A resample simulated B times carries noise of 0.87/sqrt(B); at T = 400 the errors to be measured
// (0.001) would need B = 10^7 resamples of each log. This takes milliseconds.

#include <span>
#include <vector>

namespace replaybench::statistics {

/// n with a probability: numbers of draws of the mean. One entry if the number is not random.
struct DrawCount {
  double n = 0;  ///< an integer >= 2
  double probability = 1;
};

class MeanDistribution {
 public:
  /// The distribution with probability proportional to weights[i] at values[i]; no weights: equal
  /// ones. Throws std::invalid_argument if the lists differ in length, a value or weight is not
  /// finite, a weight is negative, or fewer than `min_values` values have a weight.
  explicit MeanDistribution(std::span<const double> values, std::span<const double> weights = {});

  static constexpr int min_values = 8;

  double mean() const { return mean_; }
  /// Standard deviation of one draw.
  double deviation() const { return deviation_; }

  /// out[i] = P(sqrt(n) (Xbar - mean) / sigma_hat <= x[i]), averaged over the counts, sigma_hat
  /// with divisor n. Needs out.size() == x.size(); the counts within a factor of 2 of each other.
  /// O(values frequencies + grid), where frequencies is about 1,000 to 20,000.
  void studentised(std::span<const DrawCount> counts, std::span<const double> x,
                   std::span<double> out) const;

  /// out[i] = P(sqrt(n) (Xbar - mean) <= x[i] deviation). O(values 40).
  void standardised(std::span<const DrawCount> counts, std::span<const double> x,
                    std::span<double> out) const;

 private:
  std::vector<double> y_;        // (value - mean) / deviation
  std::vector<double> weights_;  // sum 1
  double mean_ = 0;
  double deviation_ = 0;
  double kurtosis_ = 0;         // E y^4
  double correlation_ = 0;      // of y and y^2
  double square_skewness_ = 0;  // of y^2
};

}  // namespace replaybench::statistics

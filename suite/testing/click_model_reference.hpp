#pragma once
// For the tests of LAP and GAP, with the C library's functions alone: what a reward teaches, as the
// thesis prints it, and the exact posterior of a Gaussian weight after one reward, by brute force.

#include <cmath>
#include <numbers>

namespace replaybench::testing {

struct Moments {
  double mean;
  double variance;
};

inline double phi(double t) { return std::exp(-t * t / 2) / std::sqrt(2 * std::numbers::pi); }
inline double big_phi(double t) { return std::erfc(-t / std::numbers::sqrt2) / 2; }

/// A weight of this mean and variance, active with the value x, after a reward y (-1 or 1); Lambda
/// = y sum / Sigma, `big_sigma2` is Sigma^2. Thesis, section 2.3.3 (p. 46); the gain of the mean's
/// step is sigma where `printed`, otherwise sigma^2.
inline Moments after_reward(Moments weight, double x, double y, double sum, double big_sigma2,
                            bool printed) {
  const double big_sigma = std::sqrt(big_sigma2);
  const double lambda = y * sum / big_sigma;
  const double v = phi(lambda) / big_phi(lambda);
  const double w = v * (v + lambda);
  const double gain = printed ? std::sqrt(weight.variance) : weight.variance;
  return {weight.mean + y * gain / big_sigma * v * x,
          weight.variance * (1 - weight.variance / big_sigma2 * w)};
}

/// Prior a ~ N(mean, variance), b ~ N(other_mean, other_variance), independent; likelihood
/// Phi(y (x a + b) / beta). Posterior moments of a, by the trapezoidal rule on a grid of both (for
/// such smooth and narrow integrands its error falls exponentially with the number of points).
inline Moments posterior_by_quadrature(double mean, double variance, double x, double other_mean,
                                       double other_variance, double beta, double y) {
  constexpr int points = 240;
  constexpr double reach = 9;  // standard deviations
  const double a_scale = std::sqrt(variance);
  const double b_scale = std::sqrt(other_variance);
  double mass = 0;
  double first = 0;
  double second = 0;
  for (int i = -points / 2; i <= points / 2; ++i) {
    const double z = 2 * reach * i / points;
    double likelihood = 0;
    for (int j = -points / 2; j <= points / 2; ++j) {
      const double u = 2 * reach * j / points;
      const double score = x * (mean + a_scale * z) + other_mean + b_scale * u;
      likelihood += std::exp(-u * u / 2) * std::erfc(-y * score / beta / std::numbers::sqrt2);
    }
    const double weight = std::exp(-z * z / 2) * likelihood;
    mass += weight;
    first += weight * z;
    second += weight * z * z;
  }
  const double shift = first / mass;
  return {mean + a_scale * shift, variance * (second / mass - shift * shift)};
}

}  // namespace replaybench::testing

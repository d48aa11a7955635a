#include "suite/statistics/ratio_interval.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <stdexcept>

namespace replaybench::statistics {

namespace {

void require_finite(std::initializer_list<double> numbers) {
  for (const double number : numbers) {
    if (!std::isfinite(number))
      throw std::invalid_argument("a ratio of numbers that are not finite");
  }
}

// The r with (numerator - r denominator)^2 <= nn - 2 r nd + r^2 dd: the variances and the covariance
// times the square of the quantile.
Interval fieller(double numerator, double denominator, double nn, double nd, double dd) {
  const double a = denominator * denominator - dd;
  const double b = numerator * denominator - nd;
  const double c = numerator * numerator - nn;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double square = b * b - a * c;
  if (!(a > 0) || !std::isfinite(square)) return {-infinity, infinity};
  const double root = std::sqrt(std::max(square, 0.0));
  return {(b - root) / a, (b + root) / a};
}

}  // namespace

Interval ratio_interval(double numerator, double numerator_error, double denominator,
                        double denominator_error, double quantile) {
  require_finite({numerator, numerator_error, denominator, denominator_error, quantile});
  if (numerator_error < 0 || denominator_error < 0 || quantile < 0) {
    throw std::invalid_argument("a ratio with an error below 0");
  }
  const double half_numerator = quantile * numerator_error;
  const double half_denominator = quantile * denominator_error;
  return fieller(numerator, denominator, half_numerator * half_numerator, 0,
                 half_denominator * half_denominator);
}

Interval paired_ratio_interval(double numerator, double numerator_variance, double denominator,
                               double denominator_variance, double covariance, double quantile) {
  require_finite(
      {numerator, numerator_variance, denominator, denominator_variance, covariance, quantile});
  if (numerator_variance < 0 || denominator_variance < 0 || quantile < 0) {
    throw std::invalid_argument("a ratio with a variance below 0");
  }
  const double square = quantile * quantile;
  return fieller(numerator, denominator, square * numerator_variance, square * covariance,
                 square * denominator_variance);
}

}  // namespace replaybench::statistics

#include "suite/statistics/ratio_interval.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace replaybench::statistics {

Interval ratio_interval(double numerator, double numerator_error, double denominator,
                        double denominator_error, double quantile) {
  for (const double number :
       {numerator, numerator_error, denominator, denominator_error, quantile}) {
    if (!std::isfinite(number))
      throw std::invalid_argument("a ratio of numbers that are not finite");
  }
  if (numerator_error < 0 || denominator_error < 0 || quantile < 0) {
    throw std::invalid_argument("a ratio with an error below 0");
  }
  // (numerator - r denominator)^2 = quantile^2 (numerator_error^2 + r^2 denominator_error^2)
  const double half_numerator = quantile * numerator_error;
  const double half_denominator = quantile * denominator_error;
  const double a = denominator * denominator - half_denominator * half_denominator;
  const double b = numerator * denominator;
  const double c = numerator * numerator - half_numerator * half_numerator;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (!(a > 0)) return {-infinity, infinity};
  const double root = std::sqrt(std::max(0.0, b * b - a * c));
  return {(b - root) / a, (b + root) / a};
}

Interval paired_ratio_interval(double numerator, double numerator_variance, double denominator,
                               double denominator_variance, double covariance, double quantile) {
  for (const double number :
       {numerator, numerator_variance, denominator, denominator_variance, covariance, quantile}) {
    if (!std::isfinite(number))
      throw std::invalid_argument("a ratio of numbers that are not finite");
  }
  if (numerator_variance < 0 || denominator_variance < 0 || quantile < 0) {
    throw std::invalid_argument("a ratio with a variance below 0");
  }
  // (numerator - r denominator)^2 =
  //     quantile^2 (numerator_variance - 2 r covariance + r^2 denominator_variance)
  const double square = quantile * quantile;
  const double a = denominator * denominator - square * denominator_variance;
  const double b = numerator * denominator - square * covariance;
  const double c = numerator * numerator - square * numerator_variance;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (!(a > 0)) return {-infinity, infinity};
  const double root = std::sqrt(std::max(0.0, b * b - a * c));
  return {(b - root) / a, (b + root) / a};
}

}  // namespace replaybench::statistics

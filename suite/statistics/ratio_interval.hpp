#pragma once
// The interval of a ratio of two estimates.

#include "suite/statistics/interval.hpp"

namespace replaybench::statistics {

/// The numbers r for which numerator - r denominator is less than `quantile` of its standard errors
/// from 0; the two estimates are independent. Unbounded, (-inf, inf), if the denominator is not
/// that many of its standard errors away from 0: every ratio is then possible. Source: E. C. Fieller,
/// "Some problems in interval estimation", Journal of the Royal Statistical Society B 16, 1954, p. 175.
/// Throws std::invalid_argument for numbers that are not finite or errors below 0. O(1).
Interval ratio_interval(double numerator, double numerator_error, double denominator,
                        double denominator_error, double quantile);

/// ratio_interval for two estimates with these variances and a covariance, as numbers from the same records
/// have them. Throws std::invalid_argument for numbers that are not finite or variances below 0. O(1).
Interval paired_ratio_interval(double numerator, double numerator_variance, double denominator,
                               double denominator_variance, double covariance, double quantile);

}  // namespace replaybench::statistics

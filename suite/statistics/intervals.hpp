#pragma once
// Intervals for a parameter from resampled statistics.
//
// Source: B. Efron, R. J. Tibshirani, "An introduction to the bootstrap", 1993, chapters 12 to 14
// (percentile, studentised, BCa with formulas 14.9, 14.10, 14.14, 14.15); A. C. Davison, D. V.
// Hinkley, "Bootstrap methods and their application", 1997, chapter 5 (basic). In the thesis:
// sections 5.6.1 (p. 138) and 5.6.2 (p. 139); its jittered and expanded resamples change where the
// statistics come from, not what is done with them.
//
// The one-sided coverage errors for a smooth statistic of n values are O(1/sqrt(n)) (percentile,
// basic) and O(1/n) (studentised, BCa); two-sided all are O(1/n), with a larger constant for the
// first two.
//
// Quantiles are of type 7 (R. J. Hyndman, Y. Fan, "Sample quantiles in statistical packages",
// 1996): of sorted s_0 ... s_{B-1} the p-quantile is s at place (B - 1) p, linear between
// neighbours. Where a neighbour is infinite and the place is not exactly the other's, the quantile
// is that infinity.
//
// Ends may be infinite (studentised, when a resample had deviation 0), or NaN if the method is
// not defined (BCa alone, see there).
//
// All throw std::invalid_argument for a level outside (0, 1), a NaN, or fewer resamples than
// min_resamples(level). All are invariant under the order of the statistics. O(B log B).

#include <cstddef>
#include <span>
#include <vector>

#include "suite/statistics/interval.hpp"

namespace replaybench::statistics {

/// Resamples below which the ends of an interval would be the extreme statistics: the least integer
/// B >= 2 / (1 - level), 40 at 0.95. (For ends that hardly vary by the draws take 50 times as
/// many.)
std::size_t min_resamples(double level);

/// Meaning, for intervals, of the distance of the resamples' mean from the estimate. A learning
/// algorithm overfits the copies in a resample, or learns less from it than from the log.
enum class ResampleBias {
  negligible,  ///< percentiles hold
  displaces,   ///< percentiles are displaced too far; estimate -+ z * standard deviation is not
  too_large,   ///< the estimate itself is probably as biased, and no interval about it holds
};
/// By the distance in standard deviations of the resamples, on either side. A normal 95 % interval
/// that is displaced by half of one covers in 92 % of the logs, by one in 83 %: percentiles are
/// displaced from 0.5 on, and from 1 on the bias is above the noise. By chance the mean of 40
/// resamples, the fewest for an interval, is as far off as 0.5 in 2 of 1,000 logs. NaN is negligible.
ResampleBias weigh_bias(double distance);

/// Type-7 quantile of increasing values, p in [0, 1]; not empty, no NaN. O(1).
double quantile(std::span<const double> sorted, double p);

/// [q_{a/2}, q_{1-a/2}] of the statistics, a = 1 - level.
Interval percentile_interval(std::span<const double> statistics, double level);

/// [2 estimate - q_{1-a/2}, 2 estimate - q_{a/2}]: the percentile interval of the errors, turned
/// round.
Interval basic_interval(double estimate, std::span<const double> statistics, double level);

/// Bootstrap-t: [estimate - se t_{1-a/2}, estimate - se t_{a/2}], where `standard_error` is of the
/// estimate (sigma_hat / sqrt(T) for a mean, of the sample, not of the resamples' size T') and the
/// studentised statistics are (theta_b - estimate) / se_b. They may be infinite. Throws also if
/// standard_error is negative or not finite.
Interval studentised_interval(double estimate, double standard_error,
                              std::span<const double> studentised, double level);

/// Bias-corrected and accelerated: the percentile interval at the levels
///   Phi(z0 + (z0 + z) / (1 - a (z0 + z))),  z = Phi^-1(alpha/2) and Phi^-1(1 - alpha/2),
/// z0 = Phi^-1(share of statistics below the estimate, ties counted half), a = `acceleration`. (The
/// half of ties is not in the book; without it a symmetric lattice distribution has z0 < 0.) All
/// statistics equal to the estimate: the point. Else NaN ends where z0 is infinite (all statistics
/// on one side), or 1 - a (z0 + z) <= 0 (the acceleration is too large for the level).
Interval bca_interval(double estimate, std::span<const double> statistics, double acceleration,
                      double level);

/// a = sum d_i^3 / (6 (sum d_i^2)^{3/2}), d_i = mean - theta_(i), from the estimates theta_(i)
/// without value i; 0 when all are equal. Throws std::invalid_argument for fewer than 2 or a value
/// that is not finite.
double jackknife_acceleration(std::span<const double> without_one);

/// Acceleration for the sample mean, in one pass over the sample: its skewness / (6 sqrt(n)).
double mean_acceleration(std::span<const double> sample);

}  // namespace replaybench::statistics

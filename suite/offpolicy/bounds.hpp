#pragma once
// Intervals for a mean of independent numbers that hold for every log size, from what their range is
// known to be. The range is never taken from the sample: a bound with the sample's own maximum holds
// for nothing.

#include <cstddef>
#include <cstdint>
#include <span>

#include "suite/statistics/intervals.hpp"

namespace replaybench::offpolicy {

/// Hoeffding: mean -+ range sqrt(log(2 / (1 - level)) / (2 n)) for numbers in an interval of length
/// `range`. O(n).
statistics::Interval hoeffding_interval(std::span<const double> numbers, double range,
                                        double level);

/// Empirical Bernstein: mean -+ (sqrt(2 s^2 log(2/d) / n) + 7 range log(2/d) / (3 (n - 1))), d = (1 -
/// level) / 2 a side, s^2 the sample variance. NaN below two. O(n). Source: Maurer, Pontil 2009,
/// theorem 4.
statistics::Interval empirical_bernstein_interval(std::span<const double> numbers, double range,
                                                  double level);

/// An interval that may be looked at after every record: the chance that it misses the value at any
/// time is at most 1 - level. Of importance-weighted rewards in [least_reward, most_reward]; needs no
/// bound on the weights. It depends on the order of the records, which must be that of the log.
/// NaN for no record. O(n). Source: Karampatziakis, Mineiro, Ramdas 2021, the sub-gamma mixture
/// martingale with rho = 1.
statistics::Interval anytime_interval(std::span<const double> weights,
                                      std::span<const double> rewards, double least_reward,
                                      double most_reward, double level);

/// Interval for the same mean by betting. For a mean m let
///   K(m) = mean over c = 1/2, 1/4, ..., 2^-16 of prod_i (1 + c (X_i / m - 1)),
/// X_i = w_i (r_i - least) / (most - least). Where m is the true mean, K(m) is a martingale, so it ever
/// passes 2 / (1 - level) with probability (1 - level) / 2 at most; the lower end is the largest m for
/// which it does. The upper end is the same with most - r_i. Needs no bound on the weights. The order
/// of the records changes roundoff alone. NaN for no record. O(n) per bet and step of the bisection,
/// about 640 n. Source:
/// Waudby-Smith, Ramdas 2024 (diversified Kelly betting); for importance weights Waudby-Smith et al.
/// 2022.
statistics::Interval betting_interval(std::span<const double> weights,
                                      std::span<const double> rewards, double least_reward,
                                      double most_reward, double level);

/// Interval by betting for records of several loggers: K(m) is the product over the loggers of such a mean over
/// the bets on their records, so that each logger has the bet that suits its weights. The product is
/// the mean over all combinations of bets, a martingale too, in any order of the loggers along the
/// log. It costs log(16) of wealth per logger at most, and gains where the loggers' weights are far
/// apart. `loggers`: of each record, below `count`. With one logger it is the interval above, to the
/// last bit. O(n) per bet and step.
statistics::Interval betting_interval(std::span<const double> weights,
                                      std::span<const double> rewards,
                                      std::span<const std::uint32_t> loggers, std::size_t count,
                                      double least_reward, double most_reward, double level);

}  // namespace replaybench::offpolicy

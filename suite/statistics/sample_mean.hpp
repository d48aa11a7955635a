#pragma once
// The bootstrap of the (studentised) sample mean: BootstrapSSM.
//
// Source: thesis Algorithm 13 (section 5.6.2, p. 139); expansion in section 5.6.3 (p. 145).
//   S, X_t          sample
//   T               sample.size()
//   T'              size: values in a resample; the listing has T' = T, Lemma 1 allows any
//   B               count
//   Xbar, sigma     mean, deviation (divisor T)
//   Xbar_b, sigma_b means[b], deviations[b] (divisor T')
//   eps_b           studentised(): sqrt(T') (Xbar_b - Xbar) / sigma_b
//   e_b             rescaled_errors(): sigma eps_b
//
// Deviations from the print (algorithm 13): the listing assigns the variance to sigma; it divides
// eps_b by sigma where the text (section 5.6.2, p. 139) multiplies; and its sign is that of mu -
// Xbar, the opposite of the text's (section 5.6.2, p. 139), which is the one here.
// `errors_as_printed` computes the listing exactly as printed: -eps_b / sigma^2, which has the wrong
// unit (doubling all rewards divides it by four).
// And a warning: the distribution of e_b is *not* within O_p(1/T) of the distribution of e_T, as
// section 5.6.2 (p. 139) has it. The factor sigma is itself off by O_p(1/sqrt(T)), and eps and e /
// sigma differ in their first Edgeworth term. What is estimated within O_p(1/sqrt(T T')) is the
// distribution of the studentised mean; intervals for the mean follow from that
// (suite/statistics/intervals.hpp).
//
// sigma_b = 0 (all values of a resample equal; not in the thesis): eps_b is 0 when Xbar_b = Xbar,
// else an infinity of the sign of Xbar_b - Xbar, the limit as sigma_b goes to 0. Such a resample
// keeps its place in every distribution function and can make an interval unbounded, but never
// NaN. (Leaving it out would shorten the intervals of a few-valued sample just where it is least
// known.)

#include <cstdint>
#include <span>
#include <vector>

#include "suite/stream/stream.hpp"

namespace replaybench::statistics {

/// Mean and deviation of a sample and of each of its resamples.
struct Resamples {
  double mean = 0;
  double deviation = 0;
  std::uint64_t size = 0;  ///< T'
  std::vector<double> means;
  std::vector<double> deviations;
};

/// `count` resamples of `size` values, drawn with replacement from `sample`; resample b has the
/// draws of step b under `key`. Throws std::invalid_argument if the sample is empty, has a value
/// that is not finite or 2^32 values, or if size or count is 0. O(count size).
Resamples resample_mean(std::span<const double> sample, std::uint64_t size, std::uint64_t count,
                        StreamKey key);

/// Distribution of the mean for a sample with value levels[i] counts[i] times: draws the number of times that
/// each level comes instead of the values. O(count levels.size()) for all sizes. Throws
/// std::invalid_argument as above, if the lists differ in length, if the levels do not increase, or
/// if size is above BinomialDistribution::max_trials.
Resamples resample_levels(std::span<const double> levels, std::span<const std::uint64_t> counts,
                          std::uint64_t size, std::uint64_t count, StreamKey key);

/// eps_b of each resample.
std::vector<double> studentised(const Resamples& resamples);

/// sqrt(T') (Xbar_b - Xbar) of each resample, not studentised.
std::vector<double> errors(const Resamples& resamples);

/// sigma eps_b of each resample: Algorithm 13, corrected.
std::vector<double> rescaled_errors(const Resamples& resamples);

/// Result of Algorithm 13 as printed: -eps_b / sigma^2.
std::vector<double> errors_as_printed(const Resamples& resamples);

/// The statistic inside the printed estimate of the distribution function, section 5.3.2 (p. 126):
/// sqrt(T') (Xbar_b - Xbar) / (standard deviation of Xbar_1 ... Xbar_B). It has standard deviation
/// sqrt(T') instead of 1: the root is one too many. `studentised` is the correction.
std::vector<double> cdf_statistics_as_printed(const Resamples& resamples);

}  // namespace replaybench::statistics

#pragma once
// Intervals that respect the range of their estimate, and do not shrink to a point if no
// reward was seen.
//
// Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
// 1927; the effective sample size of a weighted share: L. Kish, "Survey sampling", 1965, and E. L.
// Korn, B. I. Graubard, "Confidence intervals for proportions with small expected number of
// positive counts estimated from survey data", 1998; weighted sums of rare events: M. P. Fay, E. J.
// Feuer, "Confidence intervals for directly standardized rates: a method based on the gamma
// distribution", 1997.

#include "suite/statistics/interval.hpp"

namespace replaybench::statistics {

/// Wilson's score interval of a mean of values in [0, 1] that rests on `size` independent values
/// (not necessarily a whole number): the x with (x - mean)^2 = z^2 x (1 - x) / size. Throws
/// std::invalid_argument for a mean outside [0, 1], a size that is not above 0, or a level outside
/// (0, 1). O(1).
Interval score_interval(double mean, double size, double level);

/// The number of independent values in [0, 1] that would give a mean this variance:
/// mean (1 - mean) / variance, but at most `most`; `most` if the variance is 0 or unknown
/// (NaN). Under weights `most` is Kish's effective sample size (sum w)^2 / sum w^2: where few
/// rewards were seen their own variance is too small. O(1).
double effective_size(double mean, double variance, double most);

/// Fay and Feuer's gamma interval of a sum of terms from 0 up of which one alone can be
/// `largest_term`: at the low end the quantile of a gamma distribution with this mean and variance,
/// at the high end of one with mean + largest_term and variance + largest_term^2, as if one more
/// event had been seen. [0, 3.69 largest_term] for a sum of 0 at level 0.95. Conservative. Throws
/// std::invalid_argument for a negative or not finite argument, largest_term = 0, or a level
/// outside (0, 1). O(1).
Interval gamma_interval(double sum, double variance, double largest_term, double level);

}  // namespace replaybench::statistics

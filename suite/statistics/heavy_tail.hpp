#pragma once
// Contribution of the largest terms to a sum, and a test for a finite variance of their tail.
//
// Source: B. M. Hill, "A simple general approach to inference about the tail of a distribution",
// Annals of Statistics 3, 1975; its error: P. Hall, "On some simple estimates of an exponent of
// regular variation", Journal of the Royal Statistical Society B 44, 1982.

#include <cstdint>
#include <span>

#include "suite/numeric/nan.hpp"

namespace replaybench::statistics {

/// Terms that `largest_share` is of.
inline constexpr std::size_t largest_terms = 10;
/// The most terms that the index is from: parts of a log keep no more. Its standard error is then 1.6 % of it.
inline constexpr std::size_t max_tail_order = 4096;

struct Tail {
  double largest_share = 0;  ///< the ten largest |term| over the sum of all; 0 of a sum of 0
  double index = nan;        ///< Hill's estimate of a in P(|term| > x) ~ x^-a; NaN if none
  std::uint64_t order = 0;   ///< k, the terms that the index is from; 0 means none

  /// The index is below 2 by 1.645 of its standard errors, index / sqrt(k): at level 5 % the terms
  /// have no variance, and no interval around their mean holds.
  bool has_no_variance() const;
};

/// The index is from the k = max(20, floor(sqrt(m))) largest of m terms other than 0, at most max_tail_order, where
/// m is 200 or more. It is defined for terms of any size, and absent if fewer than k / 2 of these are
/// different, as of clicks under a few weights. O(n log k).
Tail tail_of(std::span<const double> terms);

}  // namespace replaybench::statistics

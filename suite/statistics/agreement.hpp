#pragma once
// Agreement of estimates with the true order of competitors.

#include <cstddef>
#include <span>

namespace replaybench::statistics {

/// Kendall's tau-b (Kendall 1945): concordant less discordant pairs, over the geometric mean of the
/// pairs that are not tied in the one and in the other. In [-1, 1]; 1 for the same order. NaN if
/// all values of one side are tied, or there are fewer than two. Needs equal sizes. O(n^2).
double kendall_tau_b(std::span<const double> a, std::span<const double> b);

/// The place of the highest value, the first of equal ones. Needs one.
std::size_t place_of_best(std::span<const double> values);

}  // namespace replaybench::statistics

#pragma once
// The choice of an estimator's parameter from the log itself.

#include <cstddef>
#include <span>
#include <vector>

namespace replaybench::offpolicy {

/// A candidate for SLOPE++: its estimate, and the half-width of its interval.
struct SlopeCandidate {
  double estimate = 0;
  double half_width = 0;
};

/// Place of the candidate that SLOPE++ takes: they are put in the order of decreasing half-widths
/// c, and the last i is taken with |theta_i - theta_j| <= c_i + (sqrt(6) - 1) c_j for all j before it
/// (and for which all before it hold too). Needs one candidate at least, numbers finite; among equal
/// half-widths the later candidate comes first. O(m^2). Source: Su, Srinath, Krishnamurthy 2020; that
/// the order is by the half-widths themselves: Tucker, Lee 2021.
std::size_t choose_by_slope(std::span<const SlopeCandidate> candidates);

/// One-sided Student half-width of the mean of `values` at 1 - delta: t sqrt(s^2 / n). Needs two.
double slope_half_width(std::span<const double> values, double delta = 0.1);

/// A bound for the mean squared error of an estimate whose weights w were changed into w': the
/// variance of its terms (that of the sample itself, /n) over n, plus the square of
///   |mean (w - w') y| + sqrt(2 mean(w^2) log(2/delta) / n) + 2 max(w) log(2/delta) / (3 n),
/// y the outcomes, taken as at most 1 in absolute value; without `upper` the first part alone.
/// O(n). Source: Su, Dimakopoulou, Krishnamurthy, Dudik 2020, section 5.
double mse_bound(std::span<const double> values, std::span<const double> weights,
                 std::span<const double> changed_weights, std::span<const double> outcomes,
                 bool upper, double delta = 0.05);

}  // namespace replaybench::offpolicy

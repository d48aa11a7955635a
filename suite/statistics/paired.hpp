#pragma once
// Paired comparison: competitors that met the same replicates, compared pair by pair.

#include <cstddef>
#include <span>
#include <vector>

#include "suite/statistics/interval.hpp"

namespace replaybench::statistics {

/// The mean of a sample and its 95% interval by Student's t; the ends are NaN below two values.
IntervalEstimate mean_interval(std::span<const double> sample);

/// The p-value of the paired t-test, two-sided: P(|T| >= |mean| / standard error) with n - 1
/// degrees of freedom. Differences within 1e-12 of zero count as zero, which only the rounding of
/// sums makes them differ from. NaN below two replicates; 1 when all differences are zero; 0 when
/// all are one other number. Needs samples of equal size; they are paired by index.
double paired_t_test(std::span<const double> a, std::span<const double> b);

/// Holm's step-down adjustment (Holm 1979): rejecting if the adjusted value is at most alpha
/// keeps the probability of any false rejection at most alpha, for any dependence between the
/// tests. NaN stays NaN and counts as no test. O(m log m).
std::vector<double> holm(std::span<const double> p_values);

/// 2^(1-n): the p-value of the sign test when all n replicates agree. No smaller one is believed:
/// scores are often discrete, and when by chance all differences of a few replicates are alike, the
/// t-test is certain of what it cannot know.
double min_p_value(std::size_t replicates);

/// Competitor `a` against `b`, paired by replicate; positive differences speak for `a`.
struct PairComparison {
  std::size_t a = 0;
  std::size_t b = 0;
  IntervalEstimate difference;  ///< not adjusted
  double p_value = 1;           ///< of the paired t-test, or min_p_value if that is larger
  double adjusted = 1;          ///< Holm, over all pairs of the list
};

/// All pairs a < b of competitors with their scores by replicate. Needs equal sizes.
/// O(competitors^2 * replicates).
std::vector<PairComparison> compare_pairs(const std::vector<std::vector<double>>& scores);

struct Standings {
  /// 1 for the highest mean; means that are equal up to rounding share the mean of their ranks.
  std::vector<double> rank;
  /// The ranks that the tests leave open: 1 + how many are better for certain, and the number of
  /// competitors less how many are worse for certain.
  std::vector<std::size_t> best_rank;
  std::vector<std::size_t> worst_rank;
  /// For each candidate, the others that do not differ from it, best first.
  std::vector<std::vector<std::size_t>> not_different;
  /// True if any pair differs. If none does, the order is noise.
  bool any_difference = false;
};

/// Ranks by mean score, with the differences whose adjusted p-value is at most `level`.
Standings rank(const std::vector<std::vector<double>>& scores,
               const std::vector<PairComparison>& comparisons, double level);

}  // namespace replaybench::statistics

#pragma once
// The error of an estimate from each record's part in it (component/basis.hpp), and what weights do to it.

#include <cstdint>
#include <span>
#include <vector>

#include "suite/component/basis.hpp"
#include "suite/offpolicy/terms.hpp"
#include "suite/statistics/interval.hpp"
#include "suite/statistics/skewed_interval.hpp"

namespace replaybench {

/// What weights do to an estimate.
struct WeightDiagnostics {
  double effective = 0;       ///< Kish's effective sample size, (sum s)^2 / sum s^2
  std::uint64_t records = 0;  ///< those with a weight other than 0
  double largest = 0;         ///< EstimateBasis::largest_weight of those
  double largest_share = 0;   ///< the largest s_t / sum s
  double mean = 0;            ///< sum s / n: 1 in expectation where the propensities are right
  double z = 0;               ///< standard errors from 1; NaN where the weights are all equal
  bool clipped = false;       ///< clipped or smoothed: the mean is then below 1
};
/// Diagnostics of EstimateBasis::weights, which must be known. O(n).
WeightDiagnostics diagnose_weights(const EstimateBasis& basis);
/// Diagnostics of weights that are already summed; `changed` if they are clipped or smoothed. O(1).
WeightDiagnostics diagnostics_of(const offpolicy::WeightSummary& summary, bool changed = false);

/// Variance of a sum of influences: of independent records where `clusters` is empty, else of
/// independent clusters (sums per cluster; C/(C-1) for n/(n-1)). NaN for fewer than two with an
/// influence. `clusters`: one per record, numbered from 0. O(records).
double variance_of(std::span<const double> influences, std::span<const std::uint32_t> clusters);

/// Sums over these influences, or over their sums by cluster. O(records).
statistics::InfluenceSums influence_sums(std::span<const double> influences,
                                         std::span<const std::uint32_t> clusters);

/// What a reward of 1 in place of 0 adds to the estimate, record by record: the weights over their sum. O(n).
std::vector<double> reward_steps(std::span<const double> weights);

/// Covariance of two such sums over the same records. Needs equal sizes. O(records).
double covariance_of(std::span<const double> a, std::span<const double> b,
                     std::span<const std::uint32_t> clusters);

/// The 95% interval of a difference of estimates, corrected for skewness, from each record's part in its
/// error. `steps` is what a reward of 1 in place of 0 changes in it, record by record, for rewards in
/// [0, 1] with mean `mean`; empty for others. NaN ends below two records or clusters. O(records).
statistics::Interval difference_interval(double value, std::span<const double> parts,
                                         std::span<const double> steps, double mean,
                                         std::span<const std::uint32_t> clusters);

}  // namespace replaybench

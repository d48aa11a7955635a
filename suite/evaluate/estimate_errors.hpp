#pragma once
// The error of an estimate from each record's part in it (component/basis.hpp), and what weights do to it.

#include <cstdint>
#include <span>
#include <vector>

#include "suite/component/basis.hpp"
#include "suite/model/log.hpp"
#include "suite/numeric/exact_sum.hpp"
#include "suite/offpolicy/terms.hpp"
#include "suite/statistics/skewed_interval.hpp"

namespace replaybench {

/// Effect of the weights on an estimate.
struct WeightDiagnostics {
  double effective = 0;       ///< Kish's effective sample size, (sum s)^2 / sum s^2
  std::uint64_t records = 0;  ///< those with a weight other than 0
  double largest = 0;         ///< EstimateBasis::largest_weight of those
  double largest_share = 0;   ///< the largest s_t / sum s
  double mean = 0;            ///< sum s / n
  double z = 0;  ///< standard errors from `expected`, or from 1; NaN if the weights are all equal
  bool clipped = false;  ///< clipped or smoothed: the mean is then below 1
  double expected = 1;   ///< of the mean, under right propensities: see expect; NaN if clipped
  double excess = 0;     ///< estimated_excess: distance from 1 that estimated propensities explain

  /// For a policy that gives actions which were never logged a probability of `unsupported` on average (in [0, 1]; NaN:
  /// unknown, then nothing changes): the expected mean is less by so much.
  void expect(double unsupported);

  /// The mean is within 4 standard errors of its expectation, beyond `excess`; that of weights that are all equal within 1e-4, or
  /// may_be_equal_by_chance.
  bool mean_fits() const;
};
/// Diagnostics of EstimateBasis::weights of the log's records, which must be known; `clusters` as in PartSums. With
/// clusters, copies of a record are one record of their common weight, but in the mean and its error. O(n), O(n log n)
/// with copies.
WeightDiagnostics diagnose_weights(const EstimateBasis& basis, const Log& log,
                                   std::span<const std::uint32_t> clusters = {});
/// Diagnostics of weights that are already summed; `changed` if they are clipped or smoothed. O(1).
WeightDiagnostics diagnostics_of(const offpolicy::WeightSummary& summary, bool changed = false);

/// Sums over the parts that records have in the error of an estimate, or over those of clusters. Exact
/// before they are rounded.
class PartSums {
 public:
  /// `clusters`: one per record, numbered from 0, alive as long as this; none if records are independent.
  explicit PartSums(std::span<const std::uint32_t> clusters = {});
  void add(double part);  ///< of the next record; O(1)
  /// Sum of squares times n / (n - 1), of n records or clusters. NaN below two. O(1), or O(clusters).
  double variance() const;
  statistics::InfluenceSums sums() const;  ///< O(1), or O(clusters)
  bool is_by_cluster() const { return !clusters_.empty(); }

 private:
  struct Totals {
    std::uint64_t count = 0;
    numeric::ExactSum squares, cubes;
    void add(double part);
  };
  Totals totals() const;

  std::span<const std::uint32_t> clusters_;
  std::uint64_t records_ = 0;
  std::vector<double> by_cluster_;
  Totals of_records_;
};

/// Factor of the error of an estimate of fewer than `clusters_for_normal` clusters: Student's t with clusters - 1 degrees
/// of freedom over the normal quantile of the level. Of more clusters it is 1: the quantiles differ by 2.5% at most, less
/// than the errors themselves are known. 1 below two clusters, of which there is no error. O(1).
double factor_of_clusters(double clusters, double level);
inline constexpr double clusters_for_normal = 50;
/// The sums of influences that are this factor as large. O(1).
statistics::InfluenceSums scaled_influences(statistics::InfluenceSums sums, double factor);

/// Variance of a sum of these parts, and the sums over them, of independent records where `clusters` is
/// empty, otherwise of independent clusters. O(records).
double variance_of(std::span<const double> influences, std::span<const std::uint32_t> clusters);
statistics::InfluenceSums influence_sums(std::span<const double> influences,
                                         std::span<const std::uint32_t> clusters);

/// Change of the estimate by a reward of 1 instead of 0, for each record: the weights over their
/// sum. O(n).
std::vector<double> reward_steps(std::span<const double> weights);

}  // namespace replaybench

#pragma once
// Describes one feature of a log: how its values are distributed, and how the mean reward goes with
// them. No algorithm is played.
//
// Source: thesis, figure 2.3 (section 2.4.2, p. 49: "density plot of 3 continuous features") and
// figure 2.4 (section 2.5.2, p. 55: "click frequency against the value of 3 different features
// [...] the values appearing less than 5000 times in the dataset have been removed"). The thesis
// does not say how its densities were smoothed; here they are sums of Gaussian kernels with the
// bandwidth of Silverman, "Density estimation for statistics and data analysis", 1986, formula
// 3.31: 0.9 min(standard deviation, interquartile range / 1.34) n^(-1/5).
//
// Rows and columns, by what is described (`of`):
//   values     a row for each value seen `least` times or more, in increasing order. estimate: mean
//              reward of its records; standard_error of that; value; records; share: of all records
//   intervals  the same for `points` intervals of equal width from the smallest to the largest
//              value; value: middle of the interval
//   density    `points` rows, from three bandwidths below the smallest value to three above the
//              largest. estimate: density at value, per unit of the axis; value; records: used;
//              bandwidth; peaks: local maxima that are at least a tenth of the highest, the same in
//              every row
// With `logarithmic` the axis is the logarithm to base 10: intervals, bandwidth and density are of
// log10(value), `value` stays a value, and values of 0 and below are left out, as is `missing`.
// Shares are of all records. The step of a row is its number, from 1; an interval's, that of the
// interval.

#include <cstdint>
#include <string>
#include <vector>

#include "suite/component/registry.hpp"

namespace replaybench::evaluators::feature_statistics {

enum class FeatureView { values, intervals, density };

struct FeatureOptions {
  FeatureView of = FeatureView::values;
  std::uint64_t feature = 0;  ///< number, from 0
  bool logarithmic = false;
  std::uint64_t points = 200;  ///< of intervals and density; at least 2
  std::uint64_t least = 1;     ///< records that a value or an interval needs; at least 1
  double missing = -1e9;       ///< stands for a missing value
};

class FeatureStatistics final : public Evaluator {
 public:
  explicit FeatureStatistics(const FeatureOptions& options) : options_(options) {}

  const RowSchema& schema() const override;
  /// One pass over the log, in pieces: O(records log(values)) time, O(values) memory, for the
  /// density O(values points) time. Throws NotApplicable when there is no such feature, when no
  /// record has a value of it, and when a density is asked of values that are all alike, and when their range is
  /// too large or too small for double precision.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;

 private:
  FeatureOptions options_;
};

}  // namespace replaybench::evaluators::feature_statistics

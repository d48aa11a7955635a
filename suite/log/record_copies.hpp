#pragma once
// Records that count more than once, because the source states that similar records are missing.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "suite/log/csv_log.hpp"

namespace replaybench {

/// Whole numbers in proportion to these weights.
struct ProportionalCounts {
  std::vector<std::uint64_t> counts;
  double largest_error = 0;  ///< of a count, relative
};
/// The smallest counts that are right to one part in a thousand. If the least weight would need more than 64 copies,
/// the nearest counts with at most 64. Needs weights above 0. O(n log n).
ProportionalCounts proportional_counts(std::span<const double> weights);

/// Weights of the records of a log that is read.
class RecordWeights {
 public:
  /// The weight of the next record, above 0. Amortised O(1).
  void add(double weight) {
    if (weight != 1 || !weights_.empty()) {
      weights_.resize(records_, 1);
      weights_.push_back(weight);
    }
    ++records_;
  }
  /// Replaces each record by copies of it (Log::originals), in proportion to its weight, one after the other. Copies
  /// are a cluster of the report, so that intervals treat them as one record. Does nothing if all weights are equal.
  /// Throws DataError for more than 2^28 records. Needs a weight per record of `table`. O(result).
  void apply(TableLog& table) const;

 private:
  std::size_t records_ = 0;
  std::vector<double> weights_;  // empty: all are 1
};

}  // namespace replaybench

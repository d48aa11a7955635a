#pragma once
// Sums over the records of what two estimates of one log differ by.

#include <cstdint>
#include <span>

#include "suite/component/record_parts.hpp"
#include "suite/evaluate/estimate_errors.hpp"
#include "suite/model/log_blocks.hpp"

namespace replaybench {

/// Sums over the records of their part in the first estimate minus their part in the second.
struct DifferenceSums {
  PartSums difference;
  statistics::StepSums steps;  ///< of d difference / d reward; where both are known
};

/// An estimate less the log's mean reward `mean`. Clusters: one per record, or none. O(records).
DifferenceSums sums_of_lift(const RecordParts& estimate, const LogBlocks& log, double mean,
                            std::span<const std::uint32_t> clusters);

/// Variances of an estimate and of the log's mean reward. O(records).
struct LiftVariances {
  double estimate = 0, mean = 0;
};
LiftVariances variances_of_lift(const RecordParts& estimate, const LogBlocks& log, double mean,
                                std::span<const std::uint32_t> clusters);

/// Two estimates. O(records).
DifferenceSums sums_of_difference(const RecordParts& first, const RecordParts& second,
                                  std::span<const std::uint32_t> clusters);

/// The interval of a difference at `level`, corrected for skewness. `known_steps`: rewards are in [0, 1], have
/// mean `mean`, and the steps of both are known. NaN ends below two records or clusters. O(1).
statistics::Interval difference_interval(double value, const DifferenceSums& sums, bool known_steps,
                                         double mean, double level = 0.95);

}  // namespace replaybench

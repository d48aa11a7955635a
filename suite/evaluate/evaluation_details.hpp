#pragma once
// The records that an estimate uses, for drawings: bins, whose number does not grow with the log.

#include <cstdint>
#include <memory>
#include <vector>

#include "suite/component/basis.hpp"
#include "suite/evaluate/evaluation.hpp"
#include "suite/evaluate/evidence.hpp"
#include "suite/statistics/interval.hpp"

namespace replaybench {

/// Records with weights in [from, to), a doubling.
struct WeightBin {
  double from = 0, to = 0;
  std::uint64_t records = 0;
  double records_share = 0;  ///< of all records
  double weight_share = 0;   ///< of the sum of all weights
};

/// One of the records with the largest terms, weight times reward, by absolute value.
struct LargeTerm {
  double weight = 0, reward = 0;
  double share = 0;  ///< of the sum of the absolute values of all terms
};

/// The records of one stretch of the log that the estimate uses.
struct UseStretch {
  std::uint64_t first = 0;  ///< number of its first record, from 1
  std::uint64_t records = 0;
  std::uint64_t used = 0;   ///< records of a weight other than 0
  double weight_share = 0;  ///< of the sum of all weights
};

/// The estimate from the first records of the log.
struct RunningPoint {
  std::uint64_t records = 0;
  double estimate = nan;
  double low = nan,
         high = nan;  ///< of a sequence that holds at all points together; NaN if unknown
  double part = nan;  ///< sum of these records' parts in the estimate, 0 at the end of the log
};

/// Mean reward of interactions first .. last of a learning algorithm.
struct CurvePoint {
  std::uint64_t first = 0, last = 0;
  statistics::IntervalEstimate mean;
};

struct EvaluationDetails {
  std::vector<WeightBin> weights;          ///< by weight; none without importance weights
  std::vector<LargeTerm> largest_terms;    ///< at most 10, the largest first; likewise
  std::vector<UseStretch> use;             ///< at most 20; none if the weights are not known
  std::vector<RunningPoint> running;       ///< at most 80, the last of all records
  std::vector<CurvePoint> learning_curve;  ///< at most 16; of accepted records that count alike
};

/// Details of an evaluation whose numbers are known.
///
/// The running estimate uses the first records: for a ratio, the ratio with its weights, otherwise the estimate
/// plus the mean of the records' parts so far. Its intervals are an asymptotic confidence sequence of level 0.95,
/// narrowest at the end (Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas 2024, "Time-uniform central limit
/// theory"); there are none under clusters. Without each record's part there is no running estimate.
/// O(records) time; memory O(1), or a sixteenth of the accepted records for a learning curve.
std::shared_ptr<const EvaluationDetails> details_of(const LogFacts& facts,
                                                    const EstimateBasis& basis,
                                                    const Evidence& evidence,
                                                    const Evaluation& evaluation);

/// Stretch `index` of `count` equal parts of `size` records: [first, end). O(1).
struct Stretch {
  std::uint64_t first = 0, end = 0;
};
constexpr Stretch stretch_of(std::uint64_t size, std::uint64_t count, std::uint64_t index) {
  const auto edge = [&](std::uint64_t i) { return size / count * i + size % count * i / count; };
  return {edge(index), edge(index + 1)};
}

/// The largest number of stretches into which the records of a log are divided for a picture.
inline constexpr std::uint64_t max_stretches = 20;

}  // namespace replaybench

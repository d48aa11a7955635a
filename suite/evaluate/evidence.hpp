#pragma once
// Evidence of a log's records for an estimate, from the basis that its evaluator declares.

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "suite/component/basis.hpp"
#include "suite/component/block_evaluator.hpp"
#include "suite/evaluate/estimate_errors.hpp"
#include "suite/evaluate/evaluation_interval.hpp"
#include "suite/evaluate/log_facts.hpp"
#include "suite/evaluate/replay_of_blocks.hpp"
#include "suite/statistics/heavy_tail.hpp"

namespace replaybench {

/// Evidence of the records for an estimate.
struct Evidence {
  bool by_weights = false;           ///< the weights are known, and their sum is part of the error
  bool declares_influences = false;  ///< the evaluator gives the parts, not the form
  /// influences_of; null if unknown, or the interval takes the number of accepted records as given.
  std::shared_ptr<const RecordParts> parts;
  std::optional<statistics::InfluenceSums>
      sums;  ///< over the influences, by cluster if there are clusters
  /// Over the influences minus each record's influence on the mean logged reward, if `parts` is null because the records
  /// are not in memory.
  std::optional<statistics::InfluenceSums> lift;
  std::optional<WeightDiagnostics> weights;
  /// Of a replay in blocks, if they are wanted: the accepted records.
  std::shared_ptr<const std::vector<bool>> accepted;
  double largest_part = 0;  ///< the largest scale * s_t / n
  double clusters =
      nan;  ///< clusters with an influence on the estimate; NaN if records are independent
  double rewarded =
      nan;  ///< rewards of 1 in the estimate; NaN if not counted or if there are other rewards
  statistics::Tail tail;  ///< of the terms, or of the log's rewards if the weights are unknown
};

/// Evidence of the estimate of one repetition, or of the mean of several, whose parts and rewards are not known.
/// The interval of an estimate from accepted records with equal weights takes their number as given, unless it is
/// by cluster. O(records).
Evidence evidence_of(const LogFacts& facts, const EstimateBasis& basis, double estimate,
                     std::uint64_t repetitions);
/// True for a model alone, which speaks for every record alike.
bool counts_all_alike(const EstimateBasis& basis);
/// Like `evidence_of` above, for a log in blocks. O(1), of a model alone O(records).
Evidence evidence_of(const LogFacts& facts, const BlockBasis& basis);
/// Like `evidence_of` above, for the replay of a log in blocks. O(records).
Evidence evidence_of(const LogFacts& facts, const ReplayOfBlocks& replay);

/// Input of comparisons of the estimate: the evidence's parts or, if its interval takes the number
/// of accepted records as given, influences_of; null if neither is known. O(records).
std::shared_ptr<const RecordParts> parts_of(const LogFacts& facts, const EstimateBasis& basis,
                                            const Evidence& evidence, double estimate);

/// The estimate minus the mean logged reward, with its 95% interval; the interval is NaN if neither the influences nor, for
/// a plain mean, the rewards determine it. std::nullopt if both are equal up to rounding. O(records).
std::optional<statistics::IntervalEstimate> difference_from_log(const IntervalInput& of,
                                                                const Evidence& evidence,
                                                                const LogFacts& facts);

}  // namespace replaybench

#pragma once
// Evaluators that read a log in blocks.

#include <cstddef>
#include <memory>
#include <vector>

#include "suite/component/basis.hpp"
#include "suite/component/evaluator.hpp"
#include "suite/component/record_parts.hpp"
#include "suite/model/log_blocks.hpp"
#include "suite/statistics/heavy_tail.hpp"
#include "suite/statistics/skewed_interval.hpp"
#include "suite/terms/term.hpp"

namespace replaybench {

/// Basis of an estimate, summed over the records, without vectors.
struct BlockBasis {
  EstimateBasis declared;                ///< no weights, no influences
  terms::WeightSummary weights;          ///< of the weights of its terms
  statistics::InfluenceSums influences;  ///< of each record's part in the error
  statistics::Tail tail;                 ///< of weight times reward
  double rewarded = 0;                   ///< rewards of 1 under a weight above 0
  std::shared_ptr<const RecordParts> parts;
};

/// An evaluator that needs of a record no more than its logged action's probabilities and its reward.
class BlockEvaluator {
 public:
  virtual ~BlockEvaluator() = default;
  /// False if its parameters ask for more.
  virtual bool takes_blocks() const = 0;
  /// The row of `evaluate`, to the last bit, and what it rests on. The result does not depend on `jobs`, the
  /// threads (at least 1). Throws as `evaluate`. O(n), and the policy's probabilities.
  virtual BlockBasis evaluate_blocks(const std::shared_ptr<const LogBlocks>& log,
                                     const Agent& policy, std::size_t jobs,
                                     std::vector<ResultRow>& rows) const = 0;
};

}  // namespace replaybench

#pragma once
// Evaluators that read a log in blocks.

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
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
  EstimateBasis declared;        ///< no weights, no influences
  terms::WeightSummary weights;  ///< of the weights of its terms
  /// Of each record's part in the error; nothing of a model alone, whose terms do not show it.
  std::optional<statistics::InfluenceSums> influences;
  statistics::Tail tail;  ///< of weight times reward
  double rewarded = 0;    ///< rewards of 1 under a weight above 0
  std::shared_ptr<const RecordParts> parts;
  /// Of each record's part in the estimate less the log's mean reward, where `parts` are not known.
  std::optional<statistics::InfluenceSums> lift;
};

/// An evaluator that needs of a record no more than its logged action's probabilities and its reward, or also the policy's
/// probabilities of all actions and predictions that the log gives.
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

  /// Why it needs the whole log at once, in words that follow its name, with a remedy; empty: parts of the log can be
  /// summed apart.
  virtual std::string needs_whole_log() const = 0;
  /// Canonical bytes of what a part of a log adds to the estimate of a policy given by columns. Needs `needs_whole_log`
  /// to be empty. Throws as `evaluate_blocks`. O(n), of an estimator with a model O(n K).
  virtual std::string sum_part(const std::shared_ptr<const LogBlocks>& part, const Agent& policy,
                               std::size_t jobs) const = 0;
  /// As `evaluate_blocks` of the log that these parts make, in any order and however it was divided; the basis has no
  /// parts of records. `is_shown`: true for the name of an action that the log shows. Throws std::invalid_argument for
  /// bytes of something else. O(parts).
  virtual BlockBasis evaluate_sums(std::span<const std::string> parts,
                                   const std::function<bool(const std::string&)>& is_shown,
                                   std::vector<ResultRow>& rows) const = 0;
};

}  // namespace replaybench

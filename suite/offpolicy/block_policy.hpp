#pragma once
// The probabilities that a fixed policy gives to the logged actions, block by block, and what a log's predictions say
// of it.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "suite/model/log_blocks.hpp"
#include "suite/numeric/exact_sum.hpp"
#include "suite/offpolicy/target_probabilities.hpp"
#include "suite/offpolicy/unseen_actions.hpp"

namespace replaybench::offpolicy {

/// Predictions of a log that an estimator uses.
struct BlockPredictions {
  std::size_t model = 0;  ///< an index into the header's predictions
  double offset = 0;      ///< of the rewards, taken off the predictions
};

/// What a policy and predictions q say of the records of a block; `predicted` and `value` are less the offset.
struct PredictedBlock {
  std::vector<double> probabilities;  ///< pi(logged action | x)
  std::vector<double> predicted;      ///< q(x, logged action)
  std::vector<double> value;          ///< sum_a pi(a | x) q(x, a)
};

/// One per thread. Needs agent and log alive.
class BlockPolicy {
 public:
  /// Throws as TargetProbabilities. An algorithm needs a log in memory.
  BlockPolicy(const std::string& owner, const Agent& agent, const LogBlocks& log);

  /// pi(logged action | x) of the records from `first` on. O(size), times what the algorithm takes.
  void read(std::uint64_t first, std::span<double> out);
  /// The same bits from a log in memory and from columns. Needs `has_all`, and the actions of the block. O(size K).
  void read(const LogBlock& block, const BlockPredictions& predictions, PredictedBlock& out);
  /// True if the probabilities of all actions are known.
  bool has_all() const;
  /// The sum of the probabilities of these actions over the log. Needs those of all. O(n actions).
  double sum_of(std::span<const Action> actions) { return exact_sum_of(actions).value(); }
  numeric::ExactSum exact_sum_of(std::span<const Action> actions);
  /// The sum of its probabilities of the actions that are unseen in a record's context. Needs those of all.
  /// O(n (dimension + log contexts + K)).
  numeric::ExactSum sum_of_unseen(const UnseenActions& unseen);

 private:
  void read_rows(const LogBlock& block, const BlockPredictions& predictions, PredictedBlock& out);
  void read_columns(const LogBlock& block, const BlockPredictions& predictions,
                    PredictedBlock& out);

  const LogBlocks& log_;
  std::optional<std::size_t> target_;        // of the log's columns
  std::optional<TargetProbabilities> rows_;  // of a log in memory
};

}  // namespace replaybench::offpolicy

#pragma once
// Facts about a log that every evaluation uses, for any algorithm and evaluator.

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "suite/evaluate/evaluation.hpp"
#include "suite/evaluate/evaluation_warnings.hpp"
#include "suite/evaluate/log_sums.hpp"

namespace replaybench {

/// The facts of a log. Each is computed at its first request and kept; other threads wait for it meanwhile.
class LogFacts {
 public:
  /// `clusters`: one per record, numbered from 0, or none; `propensity_parameters`: of the model that
  /// estimates the propensities, 0 if they are given. Throws std::invalid_argument for a null log and for
  /// another number of clusters.
  explicit LogFacts(std::shared_ptr<const Log> log, std::vector<std::uint32_t> clusters = {});
  /// Like the constructor above, for a log that is read in blocks.
  explicit LogFacts(std::shared_ptr<const LogBlocks> blocks,
                    std::vector<std::uint32_t> clusters = {}, double propensity_parameters = 0);
  /// From the sums of a log of actions, whose records are not there: `names` has its size and header. Assumptions are
  /// tested as far as sums go: not the order of the records, nor the digits of the propensities.
  LogFacts(std::shared_ptr<const LogBlocks> names, const LogSums& sums);

  const std::shared_ptr<const LogBlocks>& blocks() const { return blocks_; }
  std::uint64_t size() const { return blocks_->size(); }
  /// LogBlocks::shared_header: the log itself if it is in memory.
  const Log& log() const { return blocks_->header(); }
  const std::shared_ptr<const Log>& shared_log() const { return blocks_->shared_header(); }
  /// The facts for algorithms that choose among the actions themselves: of log_of_logged_actions. O(1), O(bytes) the first
  /// time if there are unlogged actions.
  const LogFacts& of_logged_actions() const;
  /// False if the log is read in blocks, and `log` has no records.
  bool is_in_memory() const { return log().size() == size(); }
  const std::vector<std::uint32_t>& clusters() const { return clusters_; }
  const RewardLimits& rewards() const { return rewards_; }
  RewardRange reward_range() const { return rewards_.range; }
  const RewardScale& scale() const { return scale_; }  ///< scale_of_log
  double propensity_parameters() const { return propensity_parameters_; }
  double least_reward() const { return rewards_.least; }  ///< NaN without records
  double most_reward() const { return rewards_.most; }

  /// summarise_actions; none of a log of slates or doses. O(records + actions) the first time.
  const std::vector<ActionSummary>& actions() const;
  /// logged_value. Needs a record. O(records) the first time.
  const statistics::IntervalEstimate& value() const;
  /// test_propensities. O(records + pools K) the first time.
  const PropensityFit& propensities() const;
  /// The range of the log's predictions of this name; nothing if the log has none, or its records are not there. O(records
  /// K) the first time.
  std::optional<PredictionRange> predictions(const std::string& name) const;
  /// Tests what an evaluator assumes; its description names the remedies for pools. With
  /// clusters the tests use the first record of each; where records near each other are dependent, a
  /// tenth of them, drawn. O(records * features) the first time for each set of assumptions.
  TestedAssumptions assumptions(const LogAssumptions& assumed,
                                const ComponentDescription& evaluator) const;

 private:
  using Assumptions = std::tuple<bool, bool, bool, bool>;

  std::shared_ptr<const LogBlocks> blocks_;
  std::vector<std::uint32_t> clusters_;
  double propensity_parameters_ = 0;
  RewardLimits rewards_;
  RewardScale scale_;
  mutable std::mutex mutex_;  // of what follows
  mutable std::optional<std::vector<ActionSummary>> actions_;
  mutable std::optional<statistics::IntervalEstimate> value_;
  mutable std::optional<PropensityFit> propensities_;
  mutable std::optional<TestedRecords> tested_;
  mutable std::map<Assumptions, TestedAssumptions> assumptions_;
  mutable std::map<std::string, PredictionRange> predictions_;
  mutable std::unique_ptr<const LogFacts> of_logged_actions_;  // null: this
  std::optional<TestedAssumptions> tested_sums_;  // of a log whose records are not there
};

}  // namespace replaybench

#pragma once
// An estimate of a fixed policy from blocks of a log, for the estimators that need of a record its weight, its reward and
// predictions that the log gives. All sums are exact: neither threads nor blocks change a bit.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "suite/component/block_evaluator.hpp"
#include "suite/offpolicy/block_sums.hpp"
#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::offpolicy {

/// True if the estimator fits no model and needs no other probabilities of the logger, no selection of its
/// parameter, no resamples and no order of the records.
bool takes_blocks(const EstimatorDefinition& definition, const FixedPolicyOptions& options);

/// The numbers of a pass.
struct BlockPass {
  std::uint64_t records = 0;
  double offset = 0;                                    ///< as PolicyPass
  Estimate estimate;                                    ///< less the offset
  terms::WeightSummary weights;                         ///< of the terms
  terms::WeightSummary importance_weights;              ///< pi / p
  std::optional<statistics::InfluenceSums> influences;  ///< as BlockBasis
  statistics::Tail tail;                                ///< of weight times reward
  std::uint64_t rewarded = 0;
  double unsupported = 0, unseen_in_context = 0;  ///< as PolicyPass
  std::shared_ptr<const RecordParts> parts;       ///< null of merged parts
  std::optional<statistics::InfluenceSums> lift;  ///< of merged parts: less the log's mean
};

/// One sweep over the log; two where the estimate is a log-mean, whose largest exponent comes first, or the rewards may have
/// an offset; one more where the log does not show all actions; three more for the unseen actions of a model alone. Needs
/// `takes_blocks`. Throws NotApplicable, with `owner` in the message, as pass_over. A policy of an algorithm needs a log in
/// memory.
BlockPass pass_over_blocks(const std::string& owner, const std::shared_ptr<const LogBlocks>& log,
                           const Agent& policy, const EstimatorDefinition& definition,
                           const FixedPolicyOptions& options, std::size_t jobs);

/// Why an estimate is not the sum of what parts of a log add to it, in words that follow its name, with a remedy;
/// empty: it is, in one sweep.
std::string needs_whole_log(const EstimatorDefinition& definition,
                            const FixedPolicyOptions& options);
/// The sums of a part, in one sweep over it, and one more for each action that it does not show. Rewards have no offset,
/// which no other part could change. Needs `needs_whole_log` to be empty. Throws as pass_over_blocks.
BlockSums sum_part(const std::string& owner, const std::shared_ptr<const LogBlocks>& part,
                   const Agent& policy, const EstimatorDefinition& definition,
                   const FixedPolicyOptions& options, std::size_t jobs);
/// As pass_over_blocks of the log whose parts were merged. `is_shown`: true for the name of an action that the log
/// shows.
BlockPass pass_of_sums(const std::string& owner, const EstimatorDefinition& definition,
                       const FixedPolicyOptions& options, const BlockSums& sums,
                       const std::function<bool(const std::string&)>& is_shown);

}  // namespace replaybench::offpolicy

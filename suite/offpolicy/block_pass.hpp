#pragma once
// An estimate of a fixed policy from blocks of a log, for the estimators that need of a record its weight
// and its reward alone. All sums are exact: neither threads nor blocks change a bit.

#include <memory>
#include <string>
#include <vector>

#include "suite/component/block_evaluator.hpp"
#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::offpolicy {

/// True if the estimator needs no model, no other probabilities of the logger, no selection of its
/// parameter, no resamples and no order of the records.
bool takes_blocks(const EstimatorDefinition& definition, const FixedPolicyOptions& options);

/// The numbers of a pass.
struct BlockPass {
  Estimate estimate;
  terms::WeightSummary weights;             ///< of the terms
  terms::WeightSummary importance_weights;  ///< pi / p
  statistics::InfluenceSums influences;
  statistics::Tail tail;  ///< of weight times reward
  std::uint64_t rewarded = 0;
  double unsupported = 0;  ///< as PolicyPass
  std::shared_ptr<const RecordParts> parts;
};

/// One sweep over the log; two where the estimate is a log-mean, whose largest exponent comes first; one
/// more where the log does not show all actions. Needs `takes_blocks`. Throws NotApplicable, with `owner`
/// in the message, as pass_over. A policy of an algorithm needs a log in memory.
BlockPass pass_over_blocks(const std::string& owner, const std::shared_ptr<const LogBlocks>& log,
                           const Agent& policy, const EstimatorDefinition& definition,
                           const FixedPolicyOptions& options, std::size_t jobs);

}  // namespace replaybench::offpolicy

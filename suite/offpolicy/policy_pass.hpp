#pragma once
// The one pass over a log that all estimators of a fixed policy share.

#include <string>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::offpolicy {

/// Results of a pass.
struct PolicyPass {
  std::shared_ptr<const Log> log;
  /// For each candidate of the parameter the term of each record.
  std::vector<std::vector<Term>> terms;
  /// pi / p of each record, p that of the mixture for Loggers::mixture; empty if the log has no
  /// propensities.
  std::vector<double> weights;
  double offset =
      0;  ///< of the rewards, of an estimator that moves with them: the terms are less it
  double unsupported = 0;
  double unseen_in_context = 0;  ///< see UnseenActions; of a model without weights, otherwise 0
};

/// `candidates` of the parameter: one at least. Throws NotApplicable, with `owner` in the message.
/// O(n K candidates).
PolicyPass pass_over(const std::string& owner, Trial& trial, const EstimatorDefinition& definition,
                     const FixedPolicyOptions& options, std::span<const double> candidates);

/// Throws NotApplicable for an empty log, and for one without the propensities that the estimator needs.
void require_usable(const std::string& owner, const EstimatorDefinition& definition,
                    std::uint64_t records, bool has_propensities);
/// Throw NotApplicable: the estimator needs the policy's probabilities of all actions; rewards of 0 or more.
[[noreturn]] void refuse_logged_alone(const std::string& owner);
[[noreturn]] void refuse_negative_rewards(const std::string& owner);

}  // namespace replaybench::offpolicy

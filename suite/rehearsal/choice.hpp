#pragma once
// The estimator that a rehearsal recommends for a policy, and the reasons to trust none.

#include <span>
#include <string>
#include <vector>

#include "suite/rehearsal/rehearsal.hpp"
#include "suite/rehearsal/twin_checks.hpp"

namespace replaybench::rehearsal {

/// A policy whose twins have been evaluated.
struct ChoiceInput {
  std::span<const std::string> names;          ///< of the estimators
  std::span<const std::size_t> assumptions;    ///< assumptions_of each
  std::span<const std::string> model_classes;  ///< model_class_of each
  std::vector<const Evaluation*> evaluations;  ///< on the log; null if not applicable
  std::span<const TwinKind> kinds;
  /// [kind][estimator][twin], empty for an estimator that is not rated.
  std::vector<std::vector<std::vector<TwinEstimate>>> estimates;
  WeightLaw weights;  ///< of the log
  std::uint64_t records = 0;
  std::uint64_t twin_records = 0;  ///< and steps of a live play
  bool asks_lift = false;
  bool plays_live = false;  ///< the subjects are algorithms, not policies with probabilities
};

/// Indices of the kinds that count: those that fit, or all if none does.
std::vector<std::size_t> counted_kinds(std::span<const TwinKind> kinds);

/// Sets ranks, home wins, the choice with its interval and reason, and reasons to distrust it. The estimators' `evaluator`,
/// `unrated` and `against_validator` are already set. O(kinds estimators twins).
void choose(RehearsedPolicy& policy, const ChoiceInput& input);

/// Number of records that reduces a root mean squared error from `error`, with `records`, to `wanted`; rounded up to two
/// digits.
double records_for(double records, double error, double wanted);

/// Records that a learner's estimate needs. All numbers are about records like those of the log.
struct LearnerNeeds {
  /// Records with which the chosen estimator has an error of `wanted` at most, if its bias stays and its deviation falls
  /// with the root of the records; NaN if the bias alone is larger.
  double by_deviation = nan;
  /// Records of which replay accepts as many as a twin has steps, so that its estimate has no bias by time acceleration,
  /// with an error of `wanted` at most; NaN if no estimator takes each record once.
  double by_replay = nan;
  std::string replay;  ///< name of that estimator; empty if there is none
};
/// Needs a choice. `wanted` may be infinite. O(estimators).
LearnerNeeds learner_needs(const RehearsedPolicy& policy, const ChoiceInput& input, double wanted);

/// Sets `disagreement`, by cross-validation, SLOPE++ and the worst kind of twin. Needs a choice and the opinions, if there are
/// any. O(estimators + opinions).
void find_disagreement(RehearsedPolicy& policy, const ChoiceInput& input);

}  // namespace replaybench::rehearsal

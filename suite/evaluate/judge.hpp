#pragma once
// Presentation of an estimate: its interval, its warnings, whether it is withheld. The rules are
// the same for every log: read whole or in blocks, of actions, slates or doses.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suite/evaluate/estimate_errors.hpp"
#include "suite/evaluate/evaluation.hpp"
#include "suite/evaluate/evaluation_interval.hpp"
#include "suite/evaluate/log_summary.hpp"
#include "suite/statistics/heavy_tail.hpp"

namespace replaybench {

/// An estimate, what it rests on (component/basis.hpp), and what the log says. Nothing of a single record.
struct JudgeInput {
  /// In the unit of the rewards. `range` and `effective` are those of the members below.
  IntervalInput of;
  WeightUse weighting = WeightUse::none;
  bool weights_are_expected = false;
  bool biased = false;
  std::optional<WeightDiagnostics> weights =
      {};  ///< nothing: not known, or all records count alike
  /// Mean weight of the uniform policy where the rounding of one propensity, of all records, explains
  /// its distance from 1; otherwise NaN.
  double mean_by_rounding = nan;
  statistics::Tail tail = {};  ///< of the terms, weight times reward
  double rewarded = nan;   ///< rewards of 1 that it rests on; NaN: not counted, or there are others
  double unsupported = 0;  ///< EstimateBasis::unsupported
  double unseen_in_context = 0;

  RewardScale scale = {};
  double least_reward = nan, most_reward = nan;        ///< that were seen
  std::span<const EvaluationWarning> violations = {};  ///< of what the evaluator assumes of the log
  std::string_view ignores_algorithm = {};  ///< the evaluator's name where it does; otherwise empty
  const char* unit = "records";             ///< name of its units
};

/// The shown estimate.
struct JudgedEstimate {
  double estimate = nan;        ///< NaN if no record was accepted
  double standard_error = nan;  ///< NaN if the terms are all equal, which shows no spread
  EvaluationInterval interval;  ///< of make_interval, widened and within the rewards' range
  std::string withheld;         ///< why the numbers are not to be shown; empty: they are
  std::vector<EvaluationWarning> warnings;
  std::vector<EvaluationWarning> held;  ///< as TestedAssumptions::held
  bool has_variance = true;  ///< else no interval of a difference from the estimate holds either
};
/// The rules of `evaluate`: an estimate of no record is none; one that rests on fewer than
/// `min_effective` records, guesses more than `max_unsupported` of the policy, or ignores propensities
/// that are not uniform is withheld. O(violations).
JudgedEstimate judge(const JudgeInput& input);

/// An estimate of a policy that takes actions which the log never shows with a larger probability is
/// withheld: more than a tenth of the policy is guessed.
inline constexpr double max_unsupported = 0.1;

}  // namespace replaybench

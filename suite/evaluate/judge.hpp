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

/// An estimate, its basis (component/basis.hpp) and facts of the log; nothing about single records.
struct JudgeInput {
  /// In the unit of the rewards. `range` and `effective` come from the members below.
  IntervalInput of;
  WeightUse weighting = WeightUse::none;
  bool weights_are_expected = false;
  bool biased = false;
  bool smooths_actions = false;  ///< the bias comes from a kernel over the actions
  std::optional<WeightDiagnostics> weights =
      {};  ///< std::nullopt if unknown, or all records count equally
  /// Mean weight of the uniform policy where the rounding of one propensity, of all records, explains
  /// its distance from 1; otherwise NaN.
  double mean_by_rounding = nan;
  statistics::Tail tail = {};  ///< of the terms, weight times reward
  double rewarded =
      nan;  ///< rewards of 1 in the estimate; NaN if not counted or if there are other rewards
  double unsupported = 0;  ///< EstimateBasis::unsupported
  double unseen_in_context = 0;

  RewardScale scale = {};
  double least_reward = nan, most_reward = nan;  ///< observed
  std::span<const EvaluationWarning> violations =
      {};  ///< of the evaluator's assumptions about the log
  std::string_view ignores_algorithm =
      {};  ///< the evaluator's name if it ignores the algorithm; otherwise empty
  const char* unit = "records";  ///< name of its units
};

/// The shown estimate.
struct JudgedEstimate {
  double estimate = nan;        ///< NaN if no record was accepted
  double standard_error = nan;  ///< NaN if the terms are all equal, which shows no spread
  EvaluationInterval interval;  ///< of make_interval, widened and within the rewards' range
  std::string withheld;         ///< reason for withholding the numbers; empty if they are shown
  std::vector<EvaluationWarning> warnings;
  std::vector<EvaluationWarning> held;  ///< as TestedAssumptions::held
  /// Largest change of the estimate by what actions that the log never shows may earn; the interval allows for it.
  double unknown = 0;
  bool has_variance = true;  ///< if false, no interval of a difference from the estimate is valid
};
/// Applies the rules of `evaluate`. There is no estimate without records. An estimate is withheld if it
/// uses fewer than `min_effective` records, if the policy gives more than `max_unsupported` to actions
/// that were never logged, or if it ignores propensities that are not uniform. O(violations).
JudgedEstimate judge(const JudgeInput& input);

/// Maximum probability of a policy on actions that were never logged; above it the estimate is withheld.
inline constexpr double max_unsupported = 0.1;
/// Above it there is a warning; below it the wider interval is enough.
inline constexpr double little_unsupported = 1e-3;

}  // namespace replaybench

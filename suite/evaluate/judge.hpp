#pragma once
// What is shown of an estimate from weights alone: of a log that is read in blocks, of slates, of
// real-valued actions. The rules are those of `evaluate`.

#include <cstdint>
#include <string>
#include <vector>

#include "suite/evaluate/estimate_support.hpp"
#include "suite/evaluate/evaluation.hpp"
#include "suite/evaluate/evaluation_interval.hpp"
#include "suite/evaluate/log_summary.hpp"
#include "suite/offpolicy/terms.hpp"
#include "suite/statistics/heavy_tail.hpp"
#include "suite/statistics/interval.hpp"

namespace replaybench {

/// An estimate of a fixed policy and what it rests on.
struct WeightedEstimate {
  double estimate = nan;
  double standard_error = nan;
  double level = 0.95;  ///< of `own`, and of the interval that is made
  statistics::Interval own = {nan,
                              nan};  ///< the estimator's: estimate -+ quantile * standard error
  bool wants_normal = false;         ///< the user named the normal interval
  EstimateSupport::Form form = EstimateSupport::Form::unknown;
  std::optional<statistics::InfluenceSums> sums = {};  ///< of the records' influences
  statistics::Tail tail = {};                          ///< of weight times reward
  bool has_model = false;                              ///< a term is more than weight times reward
  WeightDiagnostics weights;
  std::uint64_t records = 0;
  RewardScale scale;
  double rewarded = nan;   ///< rewards of 1 under a weight other than 0; NaN: others than 0 and 1
  bool biased = false;     ///< by design
  double unsupported = 0;  ///< probability of actions that the log never shows; NaN: not known
  double least_reward = nan, most_reward = nan;  ///< that were seen
  const char* unit = "records";                  ///< what it calls them
};

/// The diagnostics of an estimator's own weights, which `changed` says are capped or smoothed. O(1).
WeightDiagnostics diagnostics_of(const offpolicy::WeightSummary& summary, bool changed = false);

/// What a reader is shown.
struct JudgedEstimate {
  double estimate = nan;        ///< NaN where no record has a weight
  double standard_error = nan;  ///< NaN where the terms are all equal, which shows no spread
  EvaluationInterval interval;  ///< of make_interval, widened and within the rewards' range
  std::string withheld;         ///< why the numbers are not to be shown; empty: they are
  std::vector<EvaluationWarning> warnings;
  bool has_variance = true;  ///< else no interval of a difference from the estimate holds either
};
/// O(1).
JudgedEstimate judge(const WeightedEstimate& of);

}  // namespace replaybench

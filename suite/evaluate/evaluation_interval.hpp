#pragma once
// The interval of an estimate: which method suits it.

#include <cstdint>
#include <optional>
#include <string>

#include "suite/component/basis.hpp"
#include "suite/component/registry.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/statistics/interval.hpp"
#include "suite/statistics/skewed_interval.hpp"

namespace replaybench {

/// Method of an interval.
enum class EvaluationIntervalKind {
  none,       ///< there is none; `method` says why
  evaluator,  ///< the evaluator's own, at the level that its parameters say
  wilson,     ///< Wilson's score interval of a share of accepted 0/1 rewards
  score,      ///< the same on the effective sample size, for weights, clusters and repetitions
  gamma,      ///< Fay and Feuer's, for a weighted mean of rewards, divided by the number of records
  normal,     ///< estimate -+ z * standard error
  skewed,     ///< the same, corrected for the skewness of the error
};

struct EvaluationInterval {
  EvaluationIntervalKind kind = EvaluationIntervalKind::none;
  /// In the unit of the rewards; NaN when there is no interval.
  double low = nan;
  double high = nan;
  double level = 0.95;  ///< of the coverage that it aims at
  std::string method;   ///< method, or why there is none, in words
  /// estimate -+ z * standard error, beside a score or gamma interval, where it has a width and lies
  /// within [0, 1]; otherwise NaN.
  statistics::Interval normal = {nan, nan};
};

/// True if the user wrote interval="normal" among the evaluator's parameters, be it the default.
bool names_normal_interval(const Component<EvaluatorDescription>& evaluator);

/// Input of an interval.
struct IntervalInput {
  double estimate = nan;
  double variance = nan;                               ///< of the estimate; NaN: not known
  std::optional<statistics::InfluenceSums> sums = {};  ///< of influences, by cluster where given
  double accepted = nan;                               ///< interactions that the estimate rests on
  statistics::Interval own = {nan, nan};               ///< of the evaluator
  OwnInterval own_kind = {};
  std::optional<IntervalDoubt> own_doubt = {};  ///< Evaluator::interval_doubt
  bool wants_normal = false;                    ///< names_normal_interval
  std::uint64_t repetitions = 1;
  std::uint64_t records = 0;
  RewardRange range = RewardRange::real;
  EstimateForm form = EstimateForm::other;
  bool is_plain_mean = false;  ///< of `accepted` rewards, all alike
  bool by_influences =
      false;                ///< no mean or ratio of rewards: its error is in the influences alone
  double effective = nan;   ///< WeightDiagnostics::effective; NaN: the weights are not known
  double largest_part = 0;  ///< of a mean: the largest scale * s_t / n
  double clusters = nan;    ///< those with a part in the estimate; NaN: records are independent
};

/// The evaluator's own interval, unless it is the normal one, has no width or clusters are given;
/// nothing if its bounds contradict each other, it does not hold the estimate, or the evaluator
/// doubts it. The normal one if the user named it. Else, for
/// rewards in [0, 1], one that stays in [0, 1] and has a width where no reward was seen: Wilson's
/// for a plain mean of 0/1 rewards, a gamma interval for a weighted mean, a score interval on the
/// effective sample size for the rest. Else, and for estimates that are neither mean nor ratio of rewards,
/// the one corrected for skewness where `sums` are given, the normal one where not, and none where all
/// terms are equal. O(1).
EvaluationInterval make_interval(const IntervalInput& input);

/// The interval of a policy that takes actions which the log never shows, with probability
/// `unsupported`: widened by that share of the rewards' range to both sides, for nothing is known of
/// their rewards but the range [least, most] (partial identification). Rewards in [0, 1] keep it in
/// [0, 1]. Without an interval, and where `unsupported` is 0 or NaN, it stays as it is.
EvaluationInterval widened(EvaluationInterval interval, double unsupported, RewardRange range,
                           double least, double most);

/// The part of an interval that lies in [least, most], the known range of the rewards, which holds
/// every mean of them; none where no part does. Throws nothing. O(1).
EvaluationInterval within_range(EvaluationInterval interval, double least, double most);

}  // namespace replaybench

#pragma once
// The interval of an estimate, and the choice of its method.

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
  none,       ///< no interval; `method` gives the reason
  evaluator,  ///< the evaluator's own, at the level of its parameters
  wilson,     ///< Wilson's score interval of a proportion of accepted 0/1 rewards
  score,      ///< the same on the effective sample size, for weights, clusters and repetitions
  gamma,      ///< Fay and Feuer's, for a weighted mean of rewards, divided by the number of records
  normal,     ///< estimate -+ z * standard error
  skewed,     ///< the same, corrected for the skewness of the error
};

struct EvaluationInterval {
  EvaluationIntervalKind kind = EvaluationIntervalKind::none;
  /// In the unit of the rewards; NaN if there is no interval.
  double low = nan;
  double high = nan;
  double level = 0.95;  ///< nominal coverage
  std::string method;   ///< method, or the reason why there is no interval
  /// estimate -+ z * standard error, in addition to a score or gamma interval, if it has a width and
  /// lies within [0, 1]; otherwise NaN.
  statistics::Interval normal = {nan, nan};
};

/// True if the user wrote interval="normal" among the evaluator's parameters, even if it is the default.
bool names_normal_interval(const Component<EvaluatorDescription>& evaluator);

/// Input of an interval.
struct IntervalInput {
  double estimate = nan;
  double variance = nan;                               ///< of the estimate; NaN if unknown
  std::optional<statistics::InfluenceSums> sums = {};  ///< of influences, by cluster if given
  double accepted = nan;                               ///< interactions used by the estimate
  statistics::Interval own = {nan, nan};               ///< of the evaluator
  OwnInterval own_kind = {};
  std::optional<IntervalDoubt> own_doubt = {};  ///< Evaluator::interval_doubt
  bool wants_normal = false;                    ///< names_normal_interval
  std::uint64_t repetitions = 1;
  std::uint64_t records = 0;
  RewardRange range = RewardRange::real;
  EstimateForm form = EstimateForm::other;
  bool is_plain_mean = false;  ///< of `accepted` rewards with equal weights
  bool by_influences = false;  ///< no mean or ratio of rewards: only the influences give its error
  double effective = nan;      ///< WeightDiagnostics::effective; NaN if the weights are not known
  double largest_part = 0;     ///< of a mean: the largest scale * s_t / n
  double clusters =
      nan;          ///< clusters with an influence on the estimate; NaN if records are independent
  double unit = 1;  ///< what the rewards were divided by: for the words
};

/// The evaluator's own interval, unless it is the normal one, has no width or clusters are given;
/// none if its bounds contradict each other, it does not contain the estimate, or the evaluator doubts
/// it. The normal interval if the user named it. Otherwise, for rewards in [0, 1], an interval that
/// stays in [0, 1] and has a width even without rewards: Wilson's for a plain mean of 0/1 rewards, a
/// gamma interval for a weighted mean, a score interval on the effective sample size for the rest. For
/// other rewards, and for estimates that are neither mean nor ratio of rewards, the interval corrected
/// for skewness if `sums` are given, otherwise the normal one, and none if all terms are equal. Of few clusters the
/// error is larger by factor_of_clusters. O(1).
EvaluationInterval make_interval(IntervalInput input);

/// The interval of a policy that takes actions that were never logged: widened on both sides by `unknown`, their
/// probability times the range of the rewards, because nothing else is known of what they earn (partial
/// identification). `bounded`: stays within [0, 1]. Returns the interval unchanged if it is empty or
/// `unknown` is 0. O(1).
EvaluationInterval widened(EvaluationInterval interval, double unknown, bool bounded);
/// The same of a difference; an interval without ends stays so.
void widen(statistics::IntervalEstimate& difference, double unknown);
inline constexpr const char* widened_words =
    ", widened by what actions that the log never shows may earn";

/// The part of an interval that lies in [least, most], the known range of the rewards, which
/// contains every mean of them; none if no part does. Throws nothing. O(1).
EvaluationInterval within_range(EvaluationInterval interval, double least, double most);

}  // namespace replaybench

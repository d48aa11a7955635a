#pragma once
// The interval of an estimate: which method suits it.

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "suite/component/registry.hpp"
#include "suite/evaluate/estimate_support.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/statistics/interval.hpp"
#include "suite/statistics/skewed_interval.hpp"

namespace replaybench {

/// How an interval was made.
enum class EvaluationIntervalKind {
  none,       ///< there is none; `method` says why
  evaluator,  ///< the evaluator's own, at the level that its parameters say
  wilson,     ///< Wilson's score interval of a share of accepted 0/1 rewards
  score,      ///< the same on the effective sample size, for weights, clusters and repetitions
  gamma,      ///< Fay and Feuer's, for a weighted sum of rewards (the * forms)
  normal,     ///< estimate -+ z * standard error
  skewed,     ///< the same, corrected for the skewness of the error
};

struct EvaluationInterval {
  EvaluationIntervalKind kind = EvaluationIntervalKind::none;
  /// In the unit of the rewards; NaN when there is no interval.
  double low = nan;
  double high = nan;
  double level = 0.95;  ///< of the coverage that it aims at
  std::string method;   ///< how it was made, or why there is none, in words
  /// estimate -+ z * standard error, beside a score or gamma interval, where it has a width and lies
  /// within [0, 1]; else NaN.
  statistics::Interval normal = {nan, nan};
};

/// What an interval needs to know of an estimate's support.
struct SupportSummary {
  EstimateSupport::Form form = EstimateSupport::Form::unknown;
  bool weighted = false;
  bool has_influences = false;  ///< the evaluator reports each record's part in the error
  double effective = 0;         ///< WeightDiagnostics::effective
  double largest_part = 0;      ///< of a total: the largest factor * s_t / n
};
/// O(records).
SupportSummary summarise(const EstimateSupport& support);

/// True if the user wrote interval="normal" among the evaluator's parameters, be it the default.
bool names_normal_interval(const Component<EvaluatorDescription>& evaluator);

/// What an interval is made of.
struct IntervalInput {
  double estimate = nan;
  double variance = nan;                               ///< of the estimate; NaN: not known
  std::optional<statistics::InfluenceSums> sums = {};  ///< of influences, by cluster where given
  double accepted = nan;                               ///< interactions that the estimate rests on
  double reward_sum = nan;                ///< of the accepted records, where the evaluator gives it
  statistics::Interval own = {nan, nan};  ///< of the evaluator
  double own_level = 0.95;
  std::optional<IntervalDoubt> own_doubt = {};  ///< Evaluator::interval_doubt
  bool wants_normal = false;                    ///< names_normal_interval
  std::uint64_t repetitions = 1;
  std::uint64_t records = 0;
  RewardRange range = RewardRange::real;
  std::span<const double> influences = {};       ///< reported without a support; or empty
  const EstimateSupport* support = nullptr;      ///< null: not known; its records are at hand
  std::optional<SupportSummary> summary = {};    ///< in the place of `support`, which it summarises
  std::span<const std::uint32_t> clusters = {};  ///< one per record; empty: records are independent
};

/// The evaluator's own interval, unless it is the normal one, has no width or clusters are given;
/// nothing where its bounds contradict each other, it does not hold the estimate, or the evaluator
/// doubts it. The normal one if the user named it. Else, for
/// rewards in [0, 1], one that stays in [0, 1] and has a width where no reward was seen: Wilson's
/// for a plain mean of 0/1 rewards, a gamma interval for a weighted sum, a score interval on the
/// effective sample size for the rest. Else, and for estimates that are neither mean nor ratio of rewards,
/// the one corrected for skewness where `sums` are given, the normal one where not, and none where all
/// terms are equal. Without clusters a summary gives the same interval as its support, to the last bit.
/// O(records) with a support.
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

/// The 95% interval of a difference of estimates, corrected for skewness, from each record's part in its
/// error. `steps` is what a reward of 1 in place of 0 changes in it, record by record, for rewards in
/// [0, 1] with mean `mean`; empty for others. NaN ends below two records or clusters. O(records).
statistics::Interval difference_interval(double value, std::span<const double> parts,
                                         std::span<const double> steps, double mean,
                                         std::span<const std::uint32_t> clusters);

/// The estimate less the log's mean reward, with its 95% interval; NaN for that if it cannot be had
/// from the influences, the support, or (without them) the sums of a plain mean over part of the
/// records. Nothing without an estimate, and if both are the same number. O(records).
std::optional<statistics::IntervalEstimate> difference_from_log(const IntervalInput& input,
                                                                const Log& log, double log_mean);

}  // namespace replaybench

#pragma once
// Warnings of `evaluate` about an estimate: its basis, and what its interval does not show.

#include <optional>
#include <string>
#include <vector>

#include "suite/evaluate/estimate_errors.hpp"
#include "suite/evaluate/evaluation.hpp"
#include "suite/evaluate/log_summary.hpp"
#include "suite/statistics/heavy_tail.hpp"

namespace replaybench {

/// Warning: a policy takes actions that were never logged, with this mean probability (above 0).
EvaluationWarning warning_of_unsupported_actions(double probability);

/// Warning: a model guesses the rewards of actions that were never logged in their context.
EvaluationWarning warning_of_unseen_in_context(double probability);
/// Warning of an estimate outside its interval, whose ends are bounded by the range of the rewards.
EvaluationWarning warning_of_estimate_outside(double estimate, double low, double high);

/// Warning: an estimate uses few rewards (below 10).
EvaluationWarning warning_of_few_rewards(double rewards);
/// Warning: an estimator is biased by design, by changed weights or by a kernel over the actions; its interval ignores the
/// bias. `mean`: of its weights; NaN if it has none.
EvaluationWarning warning_of_bias(double mean, bool smooths_actions);
/// Warning: the reward predictions that an estimate uses lie outside [0, 1] by more than rounding, although the rewards, from
/// `least` to `most`, are within; std::nullopt if none does.
std::optional<EvaluationWarning> warning_of_predictions(const std::string& name,
                                                        const PredictionRange& predictions,
                                                        double least, double most);

/// If a skewed estimate depends on fewer rewards of one size than this, its interval may cover less. The correction
/// leaves an error of second order in the skewness, 1 / rewards: 3 % here. Of doubly robust estimates under heavy
/// weights 94 % cover: 95 % of those with 32 rewards or more, 76 % of those with fewer.
inline constexpr double few_rewards_of_one_size = 32;
/// The tail of terms whose rewards have this scale: no index of bounded ones, for few weights make
/// their terms.
statistics::Tail tail_within(const RewardScale& scale, statistics::Tail tail);
/// Warning: the terms look as if they had no variance; includes the evidence. `weighted`: they are
/// rewards times weights.
EvaluationWarning warning_of_heavy_tail(const statistics::Tail& tail, bool weighted);
/// Warning: few large terms decide the estimate; its error is as skewed as with this number of
/// equal rewards.
EvaluationWarning warning_of_few_large_terms(double rewards);
/// An estimate that rests on so few clusters.
EvaluationWarning warning_of_few_clusters(double clusters);
inline constexpr double few_clusters = 10;

/// Warning: this evaluator gives the same estimate for every algorithm.
EvaluationWarning warning_of_ignored_algorithm(const std::string& evaluator);

/// True if equal weights have the mean JudgeInput::mean_by_rounding. O(1).
bool explained_by_rounding(const WeightDiagnostics& weights, double mean_by_rounding);

/// Warning: the mean of the importance weights is not 1, or few records carry the estimate. O(1).
std::vector<EvaluationWarning> warnings_of_weights(const WeightDiagnostics& weights,
                                                   double mean_by_rounding);

/// Reasons not to trust an estimate of an algorithm that learns, or was trained, on this log.
/// `accepted`: the records that it accepted; NaN if not counted. O(records).
std::vector<EvaluationWarning> warnings_of_learning(const LogBlocks& log,
                                                    const LogAssumptions& assumed,
                                                    const Agent& agent, double accepted);

}  // namespace replaybench

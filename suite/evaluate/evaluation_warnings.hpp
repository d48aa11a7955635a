#pragma once
// What `evaluate` warns of: tests of a log's assumptions, and of what an estimate rests on.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "suite/evaluate/evaluation.hpp"

namespace replaybench {

/// Whether every reward is 0 or 1. O(records).
bool all_binary(const Log& log);

/// More actions than this, and the cost of an algorithm that keeps an index per action is said.
inline constexpr Action many_actions = 10'000;

/// What does not hold of what an evaluator assumes of this log. `evaluator` is the evaluator's
/// description: its parameters decide which remedies for pools are named. With clusters (one per
/// record) the tests use the first record of each; where records near each other are dependent,
/// every tenth. O(records * features).
std::vector<EvaluationWarning> find_assumption_violations(const Log& log,
                                                          const LogAssumptions& assumed,
                                                          const ComponentDescription& evaluator,
                                                          std::span<const std::uint32_t> clusters);

/// What is missing of the log that the user gave: files, malformed lines, columns that are no
/// features; and what its reader found odd. O(columns).
std::vector<EvaluationWarning> find_missing_input(const InputLog& input);

/// That the log has more than `many_actions` actions, and what that costs, or fewer than two records
/// per action, in a sentence; empty where it has not. O(1).
std::string warning_of_many_actions(const Log& log);

/// That a policy takes actions that the log never shows, with this mean probability (above 0).
EvaluationWarning warning_of_unsupported_actions(double probability);
/// Of an estimate outside its interval, whose ends the range of the rewards bounds.
EvaluationWarning warning_of_estimate_outside(double estimate, double low, double high);

/// That an estimate rests on few rewards (below 10).
EvaluationWarning warning_of_few_rewards(double rewards);
/// That an estimator is biased by design, beside its interval.
EvaluationWarning warning_of_bias();

/// Fewer rewards of one size than these behind a skewed estimate, and its interval may cover less.
inline constexpr double few_rewards_of_one_size = 16;
/// Of an interval that is corrected for skewness, and rests on few large terms; nothing for others. O(1).
std::optional<EvaluationWarning> warning_of_few_large_terms(const statistics::InfluenceSums& sums);
/// That the terms of the estimate have no variance (Tail::has_no_variance).
EvaluationWarning warning_of_heavy_tail(const statistics::Tail& tail);

/// That this evaluator gives the same for every algorithm.
EvaluationWarning warning_of_ignored_algorithm(const std::string& evaluator);

/// That the mean of the importance weights is not 1, or that few records carry the estimate. O(1).
std::vector<EvaluationWarning> warnings_of_weights(const WeightDiagnostics& weights);

/// What speaks against believing an estimate. `support` may be null; `reward_sum` is the
/// evaluator's, or NaN. O(records).
std::vector<EvaluationWarning> find_estimate_warnings(const Log& log, const LogAssumptions& assumed,
                                                      const Agent& agent,
                                                      const Evaluation& evaluation,
                                                      const EstimateSupport* support,
                                                      double reward_sum);

}  // namespace replaybench

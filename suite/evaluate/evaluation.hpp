#pragma once
// One algorithm on one log: an estimate with its interval, and what speaks against believing it.

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/evaluate/log_input.hpp"

namespace replaybench {

struct EvaluationOptions {
  /// Of the algorithm's draws (and the evaluator's, where it draws).
  std::uint64_t seed = 1;
  /// Runs with independent draws, whose estimates are averaged; at least 1.
  std::uint64_t repetitions = 1;
  /// What error messages call the log: its path, say.
  std::string log_name = "the log";
};

/// How an interval was made.
enum class IntervalKind {
  none,       ///< there is none; `method` says why
  evaluator,  ///< the evaluator's own, at the level that its parameters say
  wilson,     ///< Wilson's score interval of a share of accepted 0/1 rewards
  normal,     ///< estimate -+ z * standard error
};

struct EvaluationInterval {
  IntervalKind kind = IntervalKind::none;
  /// In the unit of the rewards; NaN when there is no interval.
  double low = std::numeric_limits<double>::quiet_NaN();
  double high = std::numeric_limits<double>::quiet_NaN();
  double level = 0.95;  ///< of the coverage that `wilson` and `normal` aim at
  std::string method;   ///< how it was made, or why there is none, in words
};

/// What a warning is about. `id_of` names it for programs.
enum class WarningKind {
  single_action,              ///< the log has one action only
  propensities_unused,        ///< the evaluator ignores propensities that are not uniform
  propensities_contradicted,  ///< uniform by the propensities, not by the actions
  actions_not_uniform,        ///< not uniform, and no propensities
  actions_follow_feature,     ///< the logged action depends on a feature
  propensities_do_not_fit,    ///< the mean of 1/(K p) is far from 1
  logging_changed,            ///< the logging policy changed along the log
  actions_never_tried,        ///< fewer records than actions
  no_features,                ///< the algorithm learns from features, the log has none
  pools_change,               ///< the evaluator assumes a constant pool
  files_missing,              ///< the data set has files that are not here
  lines_left_out,             ///< malformed lines of the source
  weights_with_learner,       ///< weights do not repair what a learning algorithm sees
  time_acceleration,          ///< a learning algorithm was evaluated on fewer interactions
  nothing_accepted,           ///< no record was accepted
  few_accepted,               ///< fewer than 100 records were accepted
  few_rewards,                ///< fewer than 10 rewards among the accepted records
};

/// "time_acceleration" and so on: the enumerator's name.
std::string_view id_of(WarningKind kind);

struct EvaluationWarning {
  WarningKind kind;
  std::string sentence;  ///< with the numbers, for a reader; no full stop
};

struct Evaluation {
  std::string algorithm;  ///< canonical text: "ucb{alpha=2, ...}"
  std::string evaluator;  ///< the same
  std::uint64_t records = 0;
  std::uint64_t seed = 1;
  std::uint64_t repetitions = 1;

  double estimate = 0;        ///< of the mean reward of an interaction; finite
  double standard_error = 0;  ///< NaN where the evaluator gives none
  EvaluationInterval interval;
  /// Interactions that the estimate rests on, of one pass where the evaluator makes several; mean
  /// over repetitions. NaN where the evaluator counts none.
  double accepted = 0;
  /// Records that were offered in such a pass, which may be more than the log has; NaN as above.
  double offered = 0;
  /// False where `estimate` is another number than the mean reward of the algorithm.
  bool estimates_value = true;

  /// The evaluator's columns ("estimate" is first), and its rows in the first repetition where it
  /// gives several (one a checkpoint); no rows where it gives one.
  RowSchema columns;
  std::vector<ResultRow> rows;

  std::vector<std::string> remarks;  ///< the evaluator's own sentences on its numbers
  /// What does not hold of what this evaluation assumes of the log, whatever the algorithm. Tests
  /// have level 0.001.
  std::vector<EvaluationWarning> assumption_violations;
  /// What speaks against this estimate.
  std::vector<EvaluationWarning> warnings;
};

/// Evaluates an algorithm on a log that was checked (`Log::check`, or a reader of the suite).
///
/// With one repetition the interval is the evaluator's own, else Wilson's where the estimate is a
/// plain mean of accepted 0/1 rewards, else normal. With several the estimate is their mean, the
/// interval normal, and its variance the mean of the squared standard errors plus the variance of
/// the mean between repetitions. The same log and options give the same bytes.
///
/// Throws DataError for a log without records, an evaluator that gives no row (a checkpoint that
/// is never reached) and an estimate that is not finite; NotApplicable when algorithm and log, or
/// evaluator and log, do not fit (an oracle on a log, say); std::invalid_argument for a null log or
/// 0 repetitions. Costs what the evaluator costs, times repetitions; the tests of assumptions
/// O(records * features).
Evaluation evaluate(std::shared_ptr<const Log> log,
                    const Component<AlgorithmDescription>& algorithm,
                    const Component<EvaluatorDescription>& evaluator,
                    const EvaluationOptions& options = {});

/// The same on a log made in memory, which is checked first: throws std::logic_error as Log::check
/// does. Copies the log where it is not given up.
Evaluation evaluate(Log log, const Component<AlgorithmDescription>& algorithm,
                    const Component<EvaluatorDescription>& evaluator,
                    const EvaluationOptions& options = {});

/// The same on a log as the user gave it: lines left out and files that are missing become
/// warnings, after the other violations.
Evaluation evaluate(const InputLog& input, const Component<AlgorithmDescription>& algorithm,
                    const Component<EvaluatorDescription>& evaluator,
                    const EvaluationOptions& options = {});

/// Texts of an algorithm and an evaluator of this build, as a user writes them:
/// "lin_ucb{alpha=1}". Throws SpecErrors with everything wrong in both.
struct EvaluationComponents {
  Component<AlgorithmDescription> algorithm;
  Component<EvaluatorDescription> evaluator;
};
EvaluationComponents find_evaluation_components(const std::string& algorithm,
                                                const std::string& evaluator);

}  // namespace replaybench

#pragma once
// One algorithm on one log: an estimate with its interval, and reasons not to trust it.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suite/component/record_parts.hpp"
#include "suite/component/registry.hpp"
#include "suite/estimation/assumption_tests.hpp"
#include "suite/evaluate/estimate_errors.hpp"
#include "suite/evaluate/evaluation_interval.hpp"
#include "suite/evaluate/log_summary.hpp"
#include "suite/logs/open_log.hpp"
#include "suite/statistics/heavy_tail.hpp"

namespace replaybench {

struct EvaluationDetails;

/// An estimate from fewer accepted or effective records is withheld.
inline constexpr double min_effective = 30;

struct EvaluationOptions {
  /// Seed of the draws of algorithm and evaluator, and of the folds of reward models, which are equal for every
  /// algorithm.
  std::uint64_t seed = 1;
  /// Runs with independent draws, whose estimates are averaged; at least 1.
  std::uint64_t repetitions = 1;
  /// Name of the log in error messages, for example its path.
  std::string log_name = "the log";
  /// Threads, at least 1. The result is the same for any number. Within the work of a thread pool its threads are used.
  std::size_t jobs = 1;
  /// The cluster (user, session) of each record, numbered from 0; empty if records are independent.
  /// Intervals are by cluster; tests of assumptions use the first record of each cluster.
  std::vector<std::uint32_t> clusters = {};
  /// Keeps Evaluation::parts, for comparisons.
  bool keep_parts = false;
  /// Computes Evaluation::details with two more passes over the log.
  bool keep_details = false;
};

/// Evaluator::passes of this evaluator; 1 if its options do not suit each other. Makes the evaluator.
Passes passes_of(const Component<EvaluatorDescription>& evaluator);

/// Subject of a warning. `id_of` names it for programs.
enum class WarningKind {
  single_action,              ///< the log has one action only
  propensities_unused,        ///< the evaluator ignores propensities that are not uniform
  propensities_contradicted,  ///< uniform by the propensities, not by the actions
  actions_not_uniform,        ///< not uniform, and no propensities
  actions_follow_feature,     ///< the logged action depends on a feature
  propensities_do_not_fit,    ///< the mean of 1/(K p) is far from 1
  weights_do_not_fit,         ///< the mean importance weight is far from 1
  records_dependent,          ///< records near each other show the same action too often
  logging_changed,            ///< the logging policy changed along the log
  actions_never_tried,        ///< fewer records than actions
  time_goes_back,             ///< a learning algorithm on records that are not in order of time
  no_features,                ///< the algorithm learns from features, the log has none
  pools_change,               ///< the evaluator assumes a constant pool
  files_missing,              ///< the data set has files that are not here
  lines_left_out,             ///< malformed lines of the source
  columns_ignored,            ///< columns of the file that are no features
  input_odd,                  ///< further findings of the reader
  many_actions,               ///< so many actions that the action column may be an identifier
  training_unweighted,        ///< a classifier is trained on records that a skewed logger chose
  weights_with_learner,       ///< weights do not correct the history of a learning algorithm
  time_acceleration,          ///< a learning algorithm was evaluated on fewer interactions
  nothing_accepted,           ///< no record was accepted
  few_accepted,               ///< fewer than 100 records were accepted
  few_rewards,                ///< fewer than 10 rewards among the accepted records
  few_effective,              ///< an effective sample size below 100 under weights
  propensities_floored,       ///< many records share the smallest of many propensities
  propensities_rounded,       ///< so few decimals that small propensities are inexact
  estimate_outside,           ///< the estimate lies outside its interval, which the rewards bound
  actions_unsupported,        ///< the policy takes actions that were never logged
  actions_unseen_in_context,  ///< the same within single contexts, for a model only
  bias_not_in_interval,       ///< the estimator is biased by design
  propensities_estimated,  ///< estimated from the log, which may lack inputs of the logging policy
  predictions_outside,     ///< given predictions are no means of rewards in [0, 1]
  algorithm_ignored,       ///< the evaluator does not look at the algorithm
  few_clusters,            ///< fewer than `few_clusters`: their spread is hardly known
  few_large_terms,         ///< an estimate so skewed that a corrected interval may cover less
  heavy_tail,              ///< the terms of the estimate have no variance
};

/// "time_acceleration" and so on: the enumerator's name.
std::string_view id_of(WarningKind kind);

struct EvaluationWarning {
  WarningKind kind;
  /// A sentence with the numbers, for a reader; no full stop. Options are marks (suite/text/option.hpp).
  std::string marked;
};

struct Evaluation {
  std::string algorithm;  ///< canonical text: "ucb{alpha=2, ...}"
  std::string evaluator;  ///< the same
  std::uint64_t records = 0;
  std::uint64_t seed = 1;
  std::uint64_t repetitions = 1;

  /// False if the evaluator's numbers are no estimate of a mean reward; read `rows` then.
  bool estimates_value = true;
  double estimate = nan;  ///< of the mean reward of an interaction; NaN if there is none
  /// Clustered if requested. NaN if the evaluator returns none, or returns 0 because all rewards are equal.
  double standard_error = nan;
  EvaluationInterval interval;
  /// Interactions used by the estimate, in one pass if the evaluator makes several; mean over
  /// repetitions. NaN if the evaluator counts none.
  double accepted = nan;
  /// Records offered in such a pass, possibly more than the log has; NaN as above.
  double offered = nan;
  /// Largest change of the estimate by what actions that the log never shows may earn.
  double unknown = 0;
  /// Effect of importance weights on the estimate (of the first repetition), if there are any.
  std::optional<WeightDiagnostics> weights;
  /// Test that 1/(K p) has mean 1, if the evaluator uses propensities.
  std::optional<PropensityFit> propensities;
  /// Tail of the terms of the estimate, weight times reward; of the log's rewards if the terms are not known. Only
  /// rewards outside [0, 1] have an index, because the others have a variance.
  std::optional<statistics::Tail> tail;
  /// Reason for withholding the estimate, in a sentence; empty if it is shown. It uses fewer than
  /// `min_effective` records: effective ones under weights and in closed form, otherwise accepted
  /// ones (mean over repetitions).
  std::string withheld;

  std::vector<ActionSummary> actions;      ///< of the log, in their order
  statistics::IntervalEstimate log_value;  ///< mean reward of the log: its own policy's value
  /// The estimate minus `log_value`; its interval is NaN if it cannot be computed.
  std::optional<statistics::IntervalEstimate> difference;

  /// Influence of each record on the estimate, if requested, known and from a single repetition;
  /// otherwise null. With steps if rewards are in [0, 1].
  std::shared_ptr<const RecordParts> parts;

  /// The evaluator's columns ("estimate" is first), and its rows if there are several (one per
  /// checkpoint) or it estimates no value; otherwise none. With several repetitions, mean_rows.
  RowSchema columns;
  std::vector<ResultRow> rows;

  std::vector<std::string> remarks;  ///< the evaluator's own sentences on its numbers
  /// Assumptions of this evaluation that the log violates, for any algorithm. Tests have level
  /// 0.001.
  std::vector<EvaluationWarning> assumption_violations;
  /// Reasons not to trust this estimate.
  std::vector<EvaluationWarning> warnings;
  /// Assumptions that were tested and not rejected, named by the warning of a rejection.
  std::vector<EvaluationWarning> held;
  /// The records of the estimate in bins, empty if there is no estimate; null unless asked for.
  std::shared_ptr<const EvaluationDetails> details;
};

/// The parts, record by record; none if there are no parts. O(records).
std::vector<double> influences_of(const Evaluation& evaluation);

/// True if the interval of the difference from the mean logged reward, paired by record, excludes 0
/// although the interval of the estimate contains the mean logged reward. O(1).
inline bool excludes_zero_by_pairing(const Evaluation& of,
                                     const statistics::IntervalEstimate& difference) {
  const double log_mean = of.log_value.value;
  return (difference.low > 0 || difference.high < 0) && of.interval.low <= log_mean &&
         log_mean <= of.interval.high;
}

/// Evaluates an algorithm on a log that was checked (`Log::check`, or a reader of the suite).
///
/// The interval is make_interval's. With several repetitions the estimate is their mean, and its
/// variance the mean of the squared standard errors plus the variance of the mean between
/// repetitions. The same log and options give the same bytes, for any number of jobs.
///
/// Throws DataError for a log without records, an evaluator that gives no row (a checkpoint that
/// is never reached) and an estimate that is not finite; NumericalFailure for an algorithm that broke
/// down numerically (with the log's largest feature); NotApplicable if algorithm or
/// evaluator do not fit the log (an oracle on a log, for example); std::invalid_argument for a null log or
/// 0 repetitions. Costs the evaluator's work times repetitions; the tests of assumptions
/// O(records * features).
Evaluation evaluate(std::shared_ptr<const Log> log,
                    const Component<AlgorithmDescription>& algorithm,
                    const Component<EvaluatorDescription>& evaluator,
                    const EvaluationOptions& options = {});

class LogFacts;

/// Evaluates a log whose facts are already known, with its clusters (`options.clusters` is ignored), so that several
/// evaluations share them. A log that is not in memory requires `reads_blocks` or `replays_blocks`.
Evaluation evaluate(const LogFacts& facts, const Component<AlgorithmDescription>& algorithm,
                    const Component<EvaluatorDescription>& evaluator,
                    const EvaluationOptions& options = {});

/// Evaluates the policy of a log from the merged sums of its parts (BlockEvaluator::sum_part) and their facts, without
/// influences of records and without details. Throws like `evaluate` and BlockEvaluator::evaluate_sums.
Evaluation evaluate_sums(const LogFacts& facts, std::span<const std::string> parts,
                         const std::function<bool(const std::string&)>& is_shown,
                         const Component<AlgorithmDescription>& algorithm,
                         const Component<EvaluatorDescription>& evaluator,
                         const EvaluationOptions& options = {});

/// True if the evaluator reads logs in blocks under these options. A log without clusters is then read in
/// blocks even in memory, with the same numbers. False if options of the evaluator do not suit each other.
bool reads_blocks(const Component<EvaluatorDescription>& evaluator,
                  const EvaluationOptions& options);

/// True if the evaluator replays a learner in one pass over a log in blocks under these options, with the numbers of a log
/// in memory. A policy that does not learn has a remark fewer.
bool replays_blocks(const Component<EvaluatorDescription>& evaluator,
                    const EvaluationOptions& options);

/// Checks and evaluates a log made in memory; throws std::logic_error like Log::check. Copies the log unless it is moved.
Evaluation evaluate(Log log, const Component<AlgorithmDescription>& algorithm,
                    const Component<EvaluatorDescription>& evaluator,
                    const EvaluationOptions& options = {});

/// Evaluates a log as `open_log` returned it: skipped lines and missing files become warnings, after the other
/// violations.
Evaluation evaluate(const InputLog& input, const Component<AlgorithmDescription>& algorithm,
                    const Component<EvaluatorDescription>& evaluator,
                    const EvaluationOptions& options = {});

/// The estimate alone, mean over the repetitions; NaN if the evaluator gives none. Throws like
/// `evaluate`. For resamples of a log, whose assumptions need no separate tests.
double estimate_alone(std::shared_ptr<const Log> log,
                      const Component<AlgorithmDescription>& algorithm,
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

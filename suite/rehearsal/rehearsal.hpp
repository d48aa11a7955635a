#pragma once
// Rehearsal of an evaluation: every estimator is tried on twins of the log, where the policies' values are known.
//
// The twins are of several kinds, each drawn from another class of reward model that is tilted until it shows the log's
// weighted mean (tilt.hpp): a model alone would hide that policies seek the actions which it underrates. A kind that
// does not fit the log does not count. An estimator is ranked by its errors on all kinds, and not chosen if it is good
// only on twins of its own model's class.
//
// Wrong propensities, confounding, interference and drift do not exist on a twin: no rehearsal shows them.

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "suite/evaluate/evaluate_all.hpp"
#include "suite/rehearsal/error_scores.hpp"
#include "suite/statistics/interval.hpp"

namespace replaybench::rehearsal {

struct RehearsalOptions {
  std::uint64_t seed = 1;
  std::uint64_t twins = 100;            ///< of each kind, at least 20
  double minutes = 0;                   ///< no further twins are begun after these; 0: no limit
  std::uint64_t most_records = 20'000;  ///< of a twin; of more a sample is rehearsed
  bool asks_lift = false;               ///< the question is the lift over the log's mean reward
  std::size_t jobs = 1;  ///< the result does not depend on it, unless minutes end the work
  std::atomic<std::uint64_t>* done = nullptr;  ///< counts the twins that are evaluated
  std::atomic<std::uint64_t>* of = nullptr;    ///< set to their number once it is known
};

/// Twins drawn from one model, and whether they fit the log.
struct TwinKind {
  std::string name;
  std::string model_class;  ///< the parameter "model" of an estimator with the same class of model
  std::vector<std::string> misfits = {};  ///< sentences; empty: it fits
  double explained = nan;  ///< part of the rewards' variance that the model predicts, cross-fitted
  std::vector<double> residual_z =
      {};  ///< by policy: standard errors of the weighted residual from 0, before the tilt
  std::vector<double> tilt = {},
                      tilt_error = {};  ///< by policy: coefficient and its standard error
  bool fits() const { return misfits.empty(); }
};

/// One candidate for one policy.
struct RehearsedEstimator {
  std::size_t evaluator = 0;       ///< place among the evaluators
  std::string unrated;             ///< why it has no errors; empty: it has
  std::vector<TwinErrors> errors;  ///< by kind of twin
  /// Over the kinds that fit (all if none fits): root of the mean of the squared errors, the largest error, mean bias
  /// and mean coverage.
  double expected_error = nan, worst_error = nan, bias = nan, coverage = nan;
  double score = nan, worst_ratio = nan;  ///< ErrorRanking
  std::size_t rank = 0;                   ///< 0: not rated
  bool home_win = false;                  ///< among the best on twins of its own model's class only
  /// Difference from the unbiased validator on the log, in standard errors; NaN: not known.
  double against_validator = nan;
};

/// Choice of a rule of the literature on the log.
struct Opinion {
  std::string rule;
  std::string choice;  ///< an estimator; of a combination its weights
  std::optional<bool>
      agrees;  ///< its choice's expected error is at most 1.25 times the least; nothing: no choice
  double estimate = nan;  ///< of the choice on the log
  /// By estimator, the lower the better; NaN: not judged. Empty: the rule has none.
  std::vector<double> scores = {};
};

struct RehearsedPolicy {
  std::string policy;
  std::vector<RehearsedEstimator> estimators;  ///< in the order of the evaluators
  std::optional<std::size_t> chosen;           ///< place among these
  double estimate = nan;                       ///< of the chosen one on the log
  statistics::Interval interval = {nan, nan};  ///< as `evaluate` prints it
  double widening = 1;                         ///< factor, from the coverage on twins
  statistics::Interval widened = {nan, nan};
  std::string because;                ///< why this one, a sentence without full stop
  std::vector<std::string> distrust;  ///< why none can be trusted; empty: the chosen one can
  std::vector<std::string> remedies;  ///< what would help, for each of these
  double lift = nan;                  ///< estimate less the log's mean reward
  double records_for_lift = nan;      ///< records with which the expected error is half of that
  std::vector<Opinion> opinions;
};

/// Of two policies under the estimator chosen for the first.
struct RehearsedOrder {
  std::size_t first = 0, second = 0;
  double chance = nan;  ///< that the policy of the higher value has the higher estimate
};

struct Rehearsal {
  std::string impossible;  ///< why nothing was rehearsed, in a sentence; empty: it was
  std::string remedy;      ///< what would help then
  std::uint64_t records = 0, rehearsed_records = 0;
  std::uint64_t twins = 0;  ///< of each kind that were made
  std::string logging_known_by;
  bool logging_is_modelled = false;
  std::vector<TwinKind> kinds;
  std::vector<RehearsedPolicy> policies;
  std::vector<RehearsedOrder> orders;
};

/// The sentence on what no rehearsal shows.
inline constexpr const char* rehearsal_limits =
    "a rehearsal does not see wrong propensities, confounding, interference or drift: they do not "
    "exist on a twin";

/// The texts of the evaluators that are rehearsed by default, those with the fewest assumptions first.
const std::vector<std::string>& default_candidates();

/// Names of policies and evaluators, as the user wrote them; the policies' names differ.
struct RehearsalNames {
  std::vector<std::string> policies, evaluators;
};

/// Rehearses the evaluation `whole` of the whole log (of evaluate_all, with parts kept) by these algorithms and
/// evaluators. The same log and options give the same numbers for any number of jobs. Throws as make_agent.
/// Costs twins times kinds times one evaluation.
Rehearsal rehearse(const InputLog& input,
                   std::span<const Component<AlgorithmDescription>> algorithms,
                   std::span<const Component<EvaluatorDescription>> evaluators,
                   const RehearsalNames& names, const EvaluatedSegment& whole,
                   const RehearsalOptions& options);

}  // namespace replaybench::rehearsal

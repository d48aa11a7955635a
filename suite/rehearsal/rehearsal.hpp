#pragma once
// Rehearsal of an evaluation: every estimator is tried on twins of the log, where the policies' values are known. The
// value of an algorithm that learns is what it earns there when it is played live, as many steps as the log has records.
//
// Each kind of twins is drawn from a different class of reward model. The model is tilted until it reproduces the log's
// weighted mean (tilt.hpp), because an untilted model would hide that policies seek the actions that it underrates. A
// kind that does not fit the log does not count. An estimator is ranked by its errors on all kinds, and not chosen if it
// is good only on twins of its own model's class.
//
// Twins have no wrong propensities, confounding, interference or drift, so no rehearsal shows their effects.

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
  std::uint64_t twins = 100;  ///< of each kind, at least 20; 4 if it learns and minutes end
  double minutes = 0;         ///< no twin starts after this time; 0 means no limit
  std::uint64_t most_records = 20'000;  ///< per twin; a larger log is sampled
  bool asks_lift = false;               ///< the question is the lift over the log's mean reward
  std::uint64_t live_plays = 10;        ///< of each algorithm on a twin, if one of them learns
  std::size_t jobs = 1;  ///< does not affect the result, unless `minutes` ends the work
  std::atomic<std::uint64_t>* done = nullptr;  ///< number of evaluated twins so far
  std::atomic<std::uint64_t>* of = nullptr;    ///< set to the number of twins once it is known
};

/// Kind of twins: drawn from one model, with the result of the tests of fit.
struct TwinKind {
  std::string name;
  std::string model_class;  ///< the parameter "model" of an estimator with the same class of model
  std::vector<std::string> misfits = {};  ///< sentences; empty if the kind fits the log
  double explained =
      nan;  ///< fraction of the rewards' variance that the cross-fitted model predicts
  std::vector<double> residual_z =
      {};  ///< by policy: weighted residual before the tilt, in standard errors
  std::vector<double> tilt = {},
                      tilt_error = {};  ///< by policy: coefficient and its standard error
  bool fits() const { return misfits.empty(); }
};

/// One candidate for one policy.
struct RehearsedEstimator {
  std::size_t evaluator = 0;       ///< index among the evaluators
  std::string unrated;             ///< reason for missing errors; empty if there are errors
  std::vector<TwinErrors> errors;  ///< by kind of twin
  /// Over the kinds that fit (all if none fits): root mean squared error, largest error, mean bias, mean coverage.
  double expected_error = nan, worst_error = nan, bias = nan, coverage = nan;
  double intervals = nan;                 ///< mean TwinErrors::intervals over these kinds
  double score = nan, worst_ratio = nan;  ///< ErrorRanking
  std::size_t rank = 0;                   ///< 0 means not rated
  bool home_win = false;                  ///< among the best only on twins of its own model's class
  /// Difference from the unbiased validator on the log, in standard errors; NaN if unknown.
  double against_validator = nan;
};

/// Result of a rule of the literature on the log.
struct Opinion {
  std::string rule;
  std::string choice;  ///< an estimator, or the weights of a combination
  std::optional<bool>
      agrees;  ///< expected error of the choice at most 1.25 times the least; nullopt without a choice
  double estimate = nan;  ///< of the choice on the log
  /// By estimator, the lower the better; NaN: not judged. Empty: the rule has none.
  std::vector<double> scores = {};
};

struct RehearsedPolicy {
  std::string policy;
  std::vector<RehearsedEstimator> estimators;  ///< in the order of the evaluators
  std::optional<std::size_t> chosen;           ///< index among `estimators`
  double estimate = nan;                       ///< of the chosen estimator on the log
  statistics::Interval interval = {nan, nan};  ///< as `evaluate` prints it
  double widening = 1;                         ///< factor, from the coverage on twins
  statistics::Interval widened = {nan, nan};
  std::string because;                ///< why this one, a sentence without full stop
  std::vector<std::string> distrust;  ///< why none can be trusted; empty: the chosen one can
  std::vector<std::string> remedies;  ///< what would help, for each of these
  double lift = nan;                  ///< estimate minus the log's mean reward
  /// Records with which the expected error is half of the lift; of a learning algorithm the least of LearnerNeeds
  /// (choice.hpp), NaN if unknown.
  double records_for_lift = nan;
  std::vector<Opinion> opinions;
  /// The rules whose choice is further from `estimate` than its expected error, a sentence without full stop; empty: none.
  std::string disagreement;
};

/// The order of two policies or algorithms under the estimator chosen for the first.
struct RehearsedOrder {
  std::size_t first = 0, second = 0;
  double chance = nan;  ///< probability that the better policy has the higher estimate
};

struct Rehearsal {
  std::string impossible;  ///< reason why nothing was rehearsed, a sentence; otherwise empty
  std::string remedy;      ///< remedy for it
  std::uint64_t records = 0, rehearsed_records = 0;
  std::uint64_t twins = 0;  ///< of each kind that were made
  /// Live plays on a twin whose mean is an algorithm's value, each of `rehearsed_records` steps; 0: nothing learns, and the
  /// policies' values are exact.
  std::uint64_t live_plays = 0;
  std::string logging_known_by;
  bool logging_is_modelled = false;
  std::vector<TwinKind> kinds;
  std::vector<RehearsedPolicy> policies;
  std::vector<RehearsedOrder> orders;
};

/// Sentence on the effects that no rehearsal shows.
inline constexpr const char* rehearsal_limits =
    "a rehearsal does not see wrong propensities, confounding, interference or drift: they do not "
    "exist on a twin";

/// Texts of the evaluators that are rehearsed by default, in order of increasing assumptions.
const std::vector<std::string>& default_candidates();

/// The default candidates if an algorithm learns, on this log: each jitter is a separate estimator. O(n).
std::vector<std::string> default_candidates_of_learners(const Log& log);

/// True if some algorithm learns as it plays, so that all are rehearsed by live play. O(algorithms).
bool has_learners(const std::shared_ptr<const Log>& log,
                  std::span<const Component<AlgorithmDescription>> algorithms);

/// Twins of each kind that are enough for algorithms that learn, each of which takes as long as many of fixed policies.
inline constexpr std::uint64_t default_twins_of_learners = 20;

/// Names of policies and evaluators, as the user wrote them; the policies' names differ.
struct RehearsalNames {
  std::vector<std::string> policies, evaluators;
};

/// Rehearses the evaluation `whole` of the whole log (of evaluate_all, with parts kept) by these algorithms and
/// evaluators. The same log and options give the same numbers for any number of jobs, unless minutes end the work. If an
/// algorithm learns, all are played live on the twins, and none is given by columns. Throws as make_agent.
/// Costs twins times kinds times one evaluation.
Rehearsal rehearse(const InputLog& input,
                   std::span<const Component<AlgorithmDescription>> algorithms,
                   std::span<const Component<EvaluatorDescription>> evaluators,
                   const RehearsalNames& names, const EvaluatedSegment& whole,
                   const RehearsalOptions& options);

}  // namespace replaybench::rehearsal

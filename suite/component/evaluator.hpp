#pragma once
// Evaluators: turn a trial into rows of numbers.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "suite/component/description.hpp"
#include "suite/component/result_row.hpp"
#include "suite/component/trial.hpp"

namespace replaybench {

/// Assumptions of an evaluator about a log. `evaluate` warns about each assumption that does not
/// hold.
struct LogAssumptions {
  bool uniform_actions = false;  ///< the logging policy chose uniformly, for any context
  bool constant_pool = false;    ///< the same actions were available at every record
  bool static_policy = false;    ///< the evaluated algorithm does not learn
  bool whole_horizon = false;    ///< as many interactions are replayed as the log has records
};

struct EstimateBasis;

/// Work of an evaluation of one log, for displays of progress.
struct Passes {
  std::uint64_t count = 1;      ///< over the log or resamples of it
  bool counts_records = false;  ///< each record of the log is counted once (passed_records.hpp)
};

/// Reason to doubt an evaluator's own interval.
struct IntervalDoubt {
  std::string reason;  ///< a clause without a full stop
  bool normal_holds =
      false;  ///< the interval by the standard error about the estimate is not affected
};

class Evaluator {
 public:
  virtual ~Evaluator() = default;
  virtual LogAssumptions assumptions() const { return {}; }
  /// The columns of each row, the same for every trial.
  virtual const RowSchema& schema() const = 0;
  /// Names of the columns; the first is "estimate".
  const std::vector<std::string>& columns() const { return schema().names(); }
  /// Evaluates one replicate and appends one row, or one row per checkpoint.
  virtual void evaluate(Trial& trial, std::vector<ResultRow>& rows) const = 0;
  /// False if, with these parameters, the evaluator does not estimate the algorithm's mean reward
  /// although the description declares it, for example a wrapper around a measure.
  virtual bool estimates_value() const { return true; }
  /// Like `evaluate`, and returns the basis of the estimate of the last row (suite/component/basis.hpp).
  /// By default the form of the estimate is unknown.
  virtual EstimateBasis evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const;
  /// Passes over one log.
  virtual Passes passes() const { return {}; }
  /// True if all random draws of a trial belong to the evaluator (folds, resamples) and `choose` is
  /// never called. All policies then get the same draws, so their estimates can be compared.
  virtual bool never_calls_choose() const { return false; }
  /// Reason to doubt that the interval of `row` has its level; none by default.
  virtual std::optional<IntervalDoubt> interval_doubt(const ResultRow& row) const;
  /// Explains the numbers of `row` for this log and this algorithm in plain sentences: diagnostics
  /// first, then cautions. `evaluate` prints them.
  virtual std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                           const ResultRow& row) const;
};

struct EvaluatorProperties {
  /// True if the evaluator estimates the algorithm's mean reward. For a static policy on a uniform log the estimate must
  /// then be unbiased, except for the bias of a ratio estimator. The conformance tests check this.
  bool estimates_value = true;
  /// True if the evaluator plays the environment and reads no log. It cannot be applied to a part or a resample of a log.
  bool plays_environment = false;
  DefaultFor is_default_for = DefaultFor::nothing;
  /// Advice for logs with known, non-uniform propensities: which form of this evaluator to use, and for which policies.
  /// Empty if there is none. The command `evaluate` includes it in a warning.
  std::string on_known_propensities = {};
  /// The kind of log that the evaluator reads.
  LogKind reads = LogKind::actions;
};

/// The members of EvaluatorDescription in addition to the common ones. A separate base, so that a description can name all
/// its members.
struct EvaluatorDefinition {
  std::function<std::shared_ptr<const Evaluator>(const Parameters&)> make;
  /// Logs and algorithms for which the evaluator is valid, in one or two sentences.
  std::string applicability = {};
  EvaluatorProperties properties = {};
};

struct EvaluatorDescription : ComponentDescription, EvaluatorDefinition {};

enum class EvaluatorKind {
  estimator,  ///< estimates the mean reward of an algorithm
  wrapper,    ///< applies another evaluator
  measure     ///< measures something else; leaderboards do not rank it
};
inline constexpr EnumNames<EvaluatorKind, 3> evaluator_kind_names(
    {{EvaluatorKind::estimator, "evaluator"},
     {EvaluatorKind::wrapper, "wrapper"},
     {EvaluatorKind::measure, "measure"}});

/// The kind of an evaluator, from its group. O(1).
inline EvaluatorKind kind_of(const EvaluatorDescription& evaluator) {
  if (evaluator.group < Group::wrappers) return EvaluatorKind::estimator;
  return evaluator.group == Group::wrappers ? EvaluatorKind::wrapper : EvaluatorKind::measure;
}

}  // namespace replaybench

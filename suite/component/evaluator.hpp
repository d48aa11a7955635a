#pragma once
// An evaluator: rows of numbers from a trial.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "suite/component/description.hpp"
#include "suite/component/result_row.hpp"
#include "suite/component/trial.hpp"

namespace replaybench {

/// What an evaluator takes for granted about a log; what does not hold there becomes a warning of
/// `evaluate`.
struct LogAssumptions {
  bool uniform_actions = false;  ///< the logging policy chose uniformly, whatever the context
  bool constant_pool = false;    ///< the same actions were available at every record
  bool static_policy = false;    ///< the evaluated algorithm does not learn
  bool whole_horizon = false;    ///< as many interactions are replayed as the log has records
};

/// What an estimate rests on, as the evaluator itself reports.
struct EstimateBasis {
  /// n: the importance weight of each record as the estimate uses it; 0 where it plays no part. Empty
  /// if they are not of the whole log's records: the influences alone are known.
  std::vector<double> weights;
  /// n: each record's part in the error of the estimate. Their sum is 0; the sum of their squares,
  /// times n / (n - 1), estimates the variance.
  std::vector<double> influences;
  /// True where the weights are clipped or smoothed: their mean is then not
  /// expected to be 1.
  bool shrunk = false;
  /// True where the estimate is biased by design, which its interval does not show.
  bool biased = false;
  /// Mean probability of the policy on actions that the log never shows; NaN: not known.
  double unsupported = 0;
  /// Of an estimate by a model alone: mean probability of the policy on actions that the log never
  /// shows in the record's context, where chance does not explain that.
  double unseen_in_context = 0;
};

/// What speaks against an evaluator's own interval.
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
  /// Their names; "estimate" is first.
  const std::vector<std::string>& columns() const { return schema().names(); }
  /// Evaluates one replicate; appends one row, or one a checkpoint.
  virtual void evaluate(Trial& trial, std::vector<ResultRow>& rows) const = 0;
  /// False where the estimate is, with these parameters, not one of the mean reward of the evaluated
  /// algorithm although the description says so: an evaluator that applies another one which
  /// measures something else.
  virtual bool estimates_value() const { return true; }
  /// `evaluate`, and what the estimate rests on; nothing where the evaluator does not report it.
  virtual std::optional<EstimateBasis> evaluate_with_basis(Trial& trial,
                                                           std::vector<ResultRow>& rows) const;
  /// True where all draws of a trial are the evaluator's own (folds, resamples) and the algorithm is
  /// never asked for a choice: the draws are then the same for every policy, and estimates of several
  /// are compared on them.
  virtual bool asks_no_choice() const { return false; }
  /// What speaks against showing the interval of `row` as one of its level; nothing by default.
  virtual std::optional<IntervalDoubt> interval_doubt(const ResultRow& row) const;
  /// What the numbers of `row` mean for somebody who has this log and this algorithm, in plain
  /// sentences: diagnostics first, then what to mind. `evaluate` prints them.
  virtual std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                           const ResultRow& row) const;
};

struct EvaluatorDescription : ComponentDescription {
  std::function<std::shared_ptr<const Evaluator>(const Parameters&)> make;
  /// For which logs and algorithms it is right, in a sentence or two.
  std::string applicability = {};
  /// True where its estimate is of the mean reward of the algorithm; of a static policy on a log of
  /// uniform choices it is then without bias, but for that of a ratio. The conformance tests
  /// require it.
  bool estimates_value = true;
  /// True where it plays the environment and reads no log: no part or resample of a log can be
  /// given to it.
  bool plays_environment = false;
  /// True for the one that measures an algorithm against a simulator where nothing else is asked
  /// for.
  bool is_default_live = false;
  /// True for the one that evaluates an algorithm on a log where nothing else is asked for.
  bool is_default_on_log = false;
  /// What to use of it, and for which policies, on a log whose known propensities are not uniform;
  /// empty: nothing. Part of a warning of `evaluate`.
  std::string on_known_propensities = {};
  /// True for what takes another evaluator apart, or a log, and is no way of its own to estimate a
  /// value. A leaderboard does not rank it.
  bool for_reference = false;
  /// True for the one that evaluates a policy given by columns of the log where nothing else is asked
  /// for.
  bool is_default_for_targets = false;
  /// The kind of log that it reads.
  LogKind reads = LogKind::actions;
};

}  // namespace replaybench

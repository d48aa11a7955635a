#pragma once
// Trains a policy on the first part of the log and lets any other evaluator judge it on the rest:
// split, train, test.
//
// Source: thesis algorithm 18 (appendix B.2.1, p. 238: split S into S_train and S_test, train on
// the one, evaluate on the other); the split is not given there.
//   S_train   the first share of the log; of it only its first `size` records if that is given
//   S_test    the records after the first share. In a log with copies of records (a bootstrap
//             resample) the share is of the originals, and all copies of one lie in the same part
//   blocks    instead of one split: K consecutive blocks of the log, as equal as can be. Each is a test
//             part for a policy trained on those before it (the first is only trained on), or on all the
//             others (K folds). The estimate is the mean over the tested records.
//   train     `train` of an algorithm that is trained offline. Every other algorithm is judged on
//             S_test as it comes.
//   V, s      of blocks: the mean of their estimates V_k, weighted by n_k, their tested records, and its error
//             before: s^2 = sum_k (n_k s_k / n)^2. Given its training part the error of a block has mean 0,
//                     and depends only on earlier blocks: martingale differences, whose variances add up
//                     (progressive validation: Blum, Kalai, Langford, "Beating the hold-out", COLT 1999).
//             others: s = sum_k n_k s_k / n, the most that any correlation allows. Folds train on each other,
//                     so the luck of one chooses the policies that the others judge: their errors are
//                     correlated, by how much one log does not show (Bengio, Grandvalet, JMLR 5, 2004).
//   lift      estimate / baseline - 1, the baseline trained and judged alike (table 4.1,
//             section 4.5, p. 117)
//
// An evaluator of the environment (`environment`, `policy_value`) then plays or weighs the trained
// policy, in the very model that wrote the log: `of` or `truth` may name one.
//
// Columns: those of `of` (of blocks NaN except for estimate, standard error, normal interval at 95%, accepted and
// records), then training, the records trained on, of blocks the most; training_rewarded, those of them with a
// reward that is not 0; truth, what the evaluator `truth` says (its column `expected` where
// it has one, which has less noise, else `estimate`); baseline and lift; true_lift, the lift of the
// truths. NaN if they are not asked for.

#include <optional>

#include "suite/component/registry.hpp"
#include "suite/estimation/inner_evaluator.hpp"

namespace replaybench::evaluators::trained {

struct TrainedOptions {
  std::shared_ptr<const Evaluator> of;
  bool inner_estimates_value = true;
  std::string of_text = "c2r";
  double share = 0.5;
  std::uint64_t size = 0;                  ///< 0: the whole training part
  std::uint64_t blocks = 0;                ///< 0: one split
  bool on_others = false;                  ///< train on all other blocks; false: earlier ones
  std::shared_ptr<const Evaluator> truth;  ///< null if not asked for
  std::uint64_t play = 0;                  ///< 0: as many steps as S_test has records
  std::optional<Component<AlgorithmDescription>> baseline;
};

/// The columns of the evaluator that judges, and those of the training.
struct TrainedColumns : RowSchema {
  explicit TrainedColumns(const RowSchema& inner) : RowSchema(inner) {}
  RowColumn training = add("training", Role::count);
  RowColumn training_rewarded = add("training_rewarded", Role::count);
  RowColumn truth = add(Role::truth);
  RowColumn baseline = add("baseline");
  RowColumn lift = add("lift");
  RowColumn true_lift = add("true_lift");
};

class Trained final : public Evaluator {
 public:
  /// Throws SpecErrors when a column of the inner evaluator has the name of one of these.
  explicit Trained(TrainedOptions options)
      : options_(std::move(options)),
        columns_(estimation::extended<TrainedColumns>("trained", *options_.of)) {}

  LogAssumptions assumptions() const override { return options_.of->assumptions(); }
  bool estimates_value() const override { return options_.inner_estimates_value; }
  const RowSchema& schema() const override { return columns_; }
  /// The rows of `of` on the test part; of blocks one row, from the last row of each. Costs the training,
  /// `of` and `truth`, and as much for the baseline, for each block. Throws
  /// NotApplicable if a part of the log would be empty, `size` is larger than a training part, or `of`
  /// gives no row of a block, and if `of` or `truth` does.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
  /// The influences of the test parts' records as `of` declares them, and 0 of records that only train: those
  /// of the policies that these training parts gave, not of the training. The records that a plain mean
  /// accepted, if there is one test part.
  EstimateBasis evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const override;
  std::optional<IntervalDoubt> interval_doubt(const ResultRow& row) const override {
    if (options_.blocks > 0) return std::nullopt;  // their interval is the normal one
    return options_.of->interval_doubt(row);
  }
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override;

 private:
  struct Part;
  Part judge(Trial& trial, const Log& training, std::shared_ptr<const Log> test,
             StreamKey policy) const;
  EstimateBasis evaluate_blocks(Trial& trial, std::vector<ResultRow>& rows) const;
  ResultRow row_of(const ResultRow& judgement, const Part& part, double baseline) const;

  TrainedOptions options_;
  TrainedColumns columns_;
};

}  // namespace replaybench::evaluators::trained

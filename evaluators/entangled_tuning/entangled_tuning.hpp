#pragma once
// Tuning by entangled validation, with a test set that is used once: the three-way protocol of
// supervised learning for algorithms that learn from replayed interactions.
//
// Source: thesis, appendix A.3 (p. 224).
//
//   thesis                      here
//   training set                what is left
//   validation set              `validation` of the records that are no tests, drawn anew in each
//                               resample; entangled with the training set for every candidate
//   test set                    `test` of the records, drawn once; entangled with all the others
//                               ("training + validation") for the winner only
//
// The algorithm of the trial is tuned: over the candidates that its description gives for
// one of its parameters, the others as they were given, or as `algorithm` says, a text of the same
// algorithm with $candidate. The winner has the highest validation estimate, of equal ones the
// first. The candidates meet the same resamples.
//
// The algorithm of the trial, with its own parameters, is evaluated on the same test set, with the
// same resamples as the winner, for comparison (`untuned`).
//
// Our readings: "one can only use the test set once" means for one candidate; its records are met
// once in a resample, but the estimate is pooled over `resamples` of them, which differ in the
// slots and in what teaches. A resample has K n slots for the n records that take part (if pools change, K is their
// harmonic mean: expansion.hpp), so that as many interactions are simulated: (1 - test) T while
// tuning, T for the test.
//
// Columns of a row:
//   estimate        of the winner on the test set
//   standard_error  see entangled_replay.hpp
//   chosen          the winner's place in `candidates`, from 0
//   candidate       the winner's value if it is a number, otherwise NaN
//   validation      the winner's validation estimate
//   optimism        validation - estimate. What selection adds to it is above 0 on average; that
//   the
//                   validation had fewer records and interactions to learn from takes some away.
//   untuned         the trial's own algorithm on the test set
//   tested          accepted tests in a resample of the winner's test, mean
//   accepted        all acceptances in such a resample, mean
//
// Costs (candidates + 2) resamples of about K T slots. Memory O(T + state).

#include <string>
#include <vector>

#include "suite/estimation/entangled_replay.hpp"

namespace replaybench::evaluators::entangled_tuning {

struct EntangledTuningOptions : estimation::EntangledOptions {
  std::string algorithm;  ///< with $candidate; empty: the one of the trial, as it declares
  std::vector<std::string> candidates;  ///< empty: as it declares
  double test = 0.2;
  double validation = 0.1;
};

class EntangledTuning final : public Evaluator {
 public:
  explicit EntangledTuning(EntangledTuningOptions options) : options_(std::move(options)) {}

  LogAssumptions assumptions() const override;
  const RowSchema& schema() const override;
  /// One row whose step is the size of the log. Throws NotApplicable when the algorithm of the
  /// trial is another than the one that is tuned or has no parameter to tune, when a share is less
  /// than one record or leaves none to learn from, or a candidate cannot be used here.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
  EstimateBasis evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const override;
  Passes passes() const override { return {.count = options_.resamples}; }
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override;

 private:
  /// One of what is tried.
  struct Candidate {
    std::string algorithm;  ///< its text
    std::string value;      ///< of $candidate
  };
  /// Throws NotApplicable as above.
  std::vector<Candidate> candidates(const Trial& trial) const;

  EntangledTuningOptions options_;
};

}  // namespace replaybench::evaluators::entangled_tuning

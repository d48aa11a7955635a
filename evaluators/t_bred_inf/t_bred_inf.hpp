#pragma once
// T-BRED_inf: T-BRED on more than K T slots, where at each slot only so many training records may
// teach as there would have been interactions by then.
//
// Source: thesis appendix A.5.1 (p. 231), described there and left as future work.
//
//   thesis            here
//   E                 additional_expansion: S = K T E slots
//   i in [1/(K E), T] (s + 1) T / S for slot s, counted from 0
//   sampling subset   the first max(smallest, floor(i)) of a random permutation of the training
//                     records, at most all (1 - tau) T; drawn from with replacement
//
// Our reading. "Between a milestone at i_{k-1} and one at i_k, we can only allow to sample from a
// restricted subset of the training set of size at most i_k": the subset grows with the slot, not
// with the milestone, which is never more than the print allows, and does not look ahead to the
// next test. One permutation a resample, so that the subsets are nested and what was known stays
// known.
// count_tests: at i the algorithm has also met the tests before, tau i of them on average, which
// the print forgets: it may know i + tau i records. With count_tests the prefix is that much
// shorter. On average it then reaches the last of the (1 - tau) T training records at T and not
// before.
//
// The print claims that no positive bias is possible, because at i the algorithm cannot have more
// information than i interactions give, and expects a smaller bias than T-BRED's. Neither came out
// (study entangled_validation): the bound is on what the algorithm knows, not on what it earns by
// it, and one that explores more than pays is brought by E copies to explore less; and while few
// records may teach, LinUCB overfits them.

#include "suite/estimation/entangled_replay.hpp"

namespace replaybench::evaluators::t_bred_inf {

struct TBredInfOptions : estimation::EntangledOptions {
  double additional_expansion = 2;
  std::uint64_t smallest = 1;
  bool count_tests = false;
};

class TBredInf final : public Evaluator {
 public:
  explicit TBredInf(TBredInfOptions options) : options_(std::move(options)) {}

  LogAssumptions assumptions() const override;
  const RowSchema& schema() const override { return estimation::EntangledStatistics::columns(); }
  /// Like TBred::evaluate. B K T E calls of `choose`.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
  EstimateBasis evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const override;
  Passes passes() const override { return {.count = options_.resamples}; }
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override;

 private:
  TBredInfOptions options_;
};

}  // namespace replaybench::evaluators::t_bred_inf

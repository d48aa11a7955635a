#pragma once
// T-BRED, tested BRED: a replay of an expanded log in which only records that the algorithm cannot
// have met before are counted. An algorithm that memorises gains nothing.
//
// Source: thesis algorithm 17 (appendix A.4.1, p. 225), appendix A.3 (p. 224); T-BRED^TL:
// appendix A.4.2 (p. 228).
//
// Each of B resamples takes tau T records as tests; the tests get distinct slots, uniformly among
// the K T of the resample, in random order (if pools change, K is the harmonic mean of their
// sizes: expansion.hpp); every other slot gets a record drawn from those that
// are no tests. Both kinds teach; G and N count the tests.
//
// Deviations from the print:
// - The algorithm starts anew in each resample. The print has no init; without it the tests of the
//   second resample would have been learned in the first.
// - The teaching records may be jittered, the tests never (appendix A.3, p. 224, "which we may
//   choose to Jitter"; algorithm 17 has no JITTER).
// - drawing = shuffled_copies: appendix A.3 (p. 224) says that the (1 - tau) T training records are
//   expanded "to T - tau T", and its three steps take (1 - tau) T elements, which expands nothing.
//   The loop needs (K - tau) T records: the fewest copies that give this number are shuffled and
//   cut
//   there.
// - tweaked: the key of "never done before for that particular record" is the record, not its
//   jittered context.
//
// B E T chooses and about as much time as s_bred; memory O(T + state).

#include "suite/estimation/entangled_replay.hpp"

namespace replaybench::evaluators::t_bred {

struct TBredOptions : estimation::EntangledOptions {
  Drawing drawing = Drawing::with_replacement;
  double expansion = 0;  ///< slots in a resample, in logs; 0 means K
};

class TBred final : public Evaluator {
 public:
  explicit TBred(TBredOptions options) : options_(std::move(options)) {}

  LogAssumptions assumptions() const override;
  const RowSchema& schema() const override { return estimation::EntangledStatistics::columns(); }
  /// One row whose step is the size of the log; with resample_checkpoints one for each, whose step
  /// is the number of resamples. Throws NotApplicable when tau T is below 1 or leaves nothing to
  /// learn from, when E T is not a whole number from 1 to 2^31, when there is nothing to jitter.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
  EstimateBasis evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const override;
  Passes passes() const override { return {.count = options_.resamples}; }
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override;

 private:
  TBredOptions options_;
};

}  // namespace replaybench::evaluators::t_bred

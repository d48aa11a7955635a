#pragma once
// The two phases of a challenge: an algorithm is replayed on the first part of a log, where
// everybody may tune, and again on the rest, which nobody has seen.
//
// Source: thesis section 4.2.1 (p. 101), figure 4.8.
//   phase 1   the first `share` of the records; its score is the estimate, so that tunings select
//   by it
//   phase 2   the rest; its score is phase_2
// Each score is that of `replay`, with the same weights.
//
// Left open by the thesis: whether an algorithm began phase 2 with what it had learned in phase
// 1. state = fresh starts anew (the default: what was submitted was code), state = kept goes on.
//    The draws of phase 1 are
// those of the policy stream, those of phase 2 of replicate_key(policy, 1).
//
// Columns: estimate, standard_error (of phase 1, as replay); accepted; records (phase 1's);
// phase_2, phase_2_error, phase_2_accepted.

#include "suite/component/registry.hpp"
#include "suite/estimation/record_weights.hpp"

namespace replaybench::evaluators::two_phases {

class TwoPhases final : public Evaluator {
 public:
  /// `share` in (0, 1).
  TwoPhases(estimation::Weighting weighting, double share, bool kept)
      : weighting_(weighting), share_(share), kept_(kept) {}

  LogAssumptions assumptions() const override {
    return estimation::weighting_assumptions(weighting_);
  }
  const RowSchema& schema() const override;
  /// One row whose step is the size of the log. Phase 1 has floor(share T) records. O(T) chooses.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
  EstimateBasis evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const override;
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override;

 private:
  // The rows; with `basis` also the basis of the last row.
  void run(Trial& trial, std::vector<ResultRow>& rows, EstimateBasis* basis) const;
  estimation::Weighting weighting_;
  double share_;
  bool kept_;
};

}  // namespace replaybench::evaluators::two_phases

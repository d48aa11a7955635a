#pragma once
// RED: replay of a static policy on expanded data, E passes over the same log with new choices, and
// the ratio of the totals.
//
// Source: thesis, section 5.7.4 (p. 152), corollary 18.
//   E          passes
//   V_{t,e}    1 when pass e accepts record t, else 0
//   K          actions
//   w_t        weight: 1, K_t, or 1 / max(propensity, tau)
// star = false: estimate = sum w_t V_{t,e} r_t / sum w_t V_{t,e}, and 0 when nothing was accepted.
// star = true: estimate = sum K V_{t,e} r_t / (T E), or sum w_t V_{t,e} r_t / (T E) with weights.
// E = 1 is replay, E = K the K-expanded replay of section 5.7.2 (p. 148); E -> infinity is red_inf.
//
// The records are not passed over: of n records that are accepted with the same probability p and
// have the same reward and weight, E passes accept Binomial(E n, p). So this is the distribution of
// RED, not its draws: the bits differ from those of a replay of the expanded log. Contexts cannot
// be jittered here (section 5.7.4, p. 152): a pass then sees other probabilities.
//
// Columns: estimate; standard_error, of the log and of the choices: Gamma* Var(r)/T plus what
// V_{t,e} adds, which falls as 1/E; accepted, over all passes; records, T E; acceptance,
// accepted K / records: about 1 under uniform logging.

#include <cstdint>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/estimation/record_weights.hpp"

namespace replaybench::evaluators::red {

class Red final : public Evaluator {
 public:
  /// `checkpoints`: increasing numbers of passes after which to give a row; empty: after all.
  Red(estimation::Weighting weighting, bool star, std::uint64_t passes,
      std::vector<std::uint64_t> checkpoints)
      : weighting_(weighting), star_(star), passes_(passes), checkpoints_(std::move(checkpoints)) {}

  LogAssumptions assumptions() const override;
  const RowSchema& schema() const override;
  /// One row whose step is the size of the log; with expansion_checkpoints one for each, whose step
  /// is E: a later row's passes contain those of the former. Throws NotApplicable as red_inf does.
  /// O(T K + T log T + rows * classes).
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
  EstimateBasis evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const override;

 private:
  estimation::Weighting weighting_;
  bool star_;
  std::uint64_t passes_;
  std::vector<std::uint64_t> checkpoints_;
};

}  // namespace replaybench::evaluators::red

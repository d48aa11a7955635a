#pragma once
// Replay: reads the log in order, lets the algorithm see a record's reward only when it chooses the
// logged action, and ignores the record whole otherwise.
//
// Source: thesis algorithm 10 (section 3.2, p. 71); weights in sections 3.6.1 (p. 89), 3.6.2
// (p. 91) and 3.7.2 (p. 97).
//   T     records of the log
//   V_t   1 if record t was accepted, otherwise 0
//   K_t   actions available at record t
//   p_t   probability with which the log's policy took the logged action
//   tau   clip
//   w_t   weight: 1, K_t, or 1 / max(p_t, tau)
// estimate = sum V_t w_t r_t / sum V_t w_t, and 0 when nothing was accepted (section 3.5.1, p. 77).
// The estimate is of g_A(T/K), not of g_A(T) (section 3.4, p. 75). The weight enters the estimate
// alone: the algorithm learns from the raw reward (section 3.6.3, p. 92, says that weighting it
// would repair nothing).
//
// segments = separate: the stretches of the log with a constant pool are estimated one by one,
// while the algorithm goes on learning, and estimate = sum T_i g_i / sum T_i (section 3.7.2,
// p. 97). Without bias except for the empty stretches; `joint` with weights = pool_size has a bias in
// O(1/T) instead, and with weights = none one that does not vanish. The draws of the first stretch
// are those of the policy stream, of stretch i > 0 those of replicate_key(policy, i).
//
// Columns: estimate; standard_error (see tally_estimates.hpp; separate: of independent stretches);
// accepted; records; reward_sum, the sum of V_t w_t r_t.

#include <vector>

#include "suite/component/registry.hpp"
#include "suite/estimation/record_weights.hpp"

namespace replaybench::evaluators::replay {

class Replay final : public Evaluator {
 public:
  /// `checkpoints`: increasing numbers of accepted records; not with `separate_segments`.
  Replay(estimation::Weighting weighting, bool separate_segments,
         std::vector<std::uint64_t> checkpoints)
      : weighting_(weighting),
        separate_segments_(separate_segments),
        checkpoints_(std::move(checkpoints)) {}

  /// Segments apart need no constant pool.
  LogAssumptions assumptions() const override;
  const RowSchema& schema() const override;
  /// One row whose step is the size of the log; with checkpoints one for each that was reached,
  /// whose step is the checkpoint and whose records are those read until then. O(T) chooses.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
  EstimateBasis evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const override;
  Passes passes() const override { return {.count = 1, .counts_records = true}; }
  /// Reports whether red_inf would use more of the log.
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override;

 private:
  // The rows; with `basis` also the basis of the last row.
  void run(Trial& trial, std::vector<ResultRow>& rows, EstimateBasis* basis) const;
  ResultRow evaluate_segments(const Log& log, Agent agent, StreamKey policy,
                              const ReplayOptions& options) const;

  estimation::Weighting weighting_;
  bool separate_segments_;
  std::vector<std::uint64_t> checkpoints_;
};

}  // namespace replaybench::evaluators::replay

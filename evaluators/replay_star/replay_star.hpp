#pragma once
// Replay*: the same pass as replay, but the revealed rewards are divided by the number of records
// that are accepted on average, not by the number that were.
//
// Source: thesis, section 3.5.2 (p. 77); with a known logging policy in sections 3.6.1 (p. 89) and
// 3.6.2 (p. 91); with a changing pool in section 3.7.2 (p. 97).
//   T     records of the log
//   V_t   1 if record t was accepted, otherwise 0
//   K     actions
//   K_t   actions available at record t
//   p_t   probability with which the log's policy took the logged action
//   tau   clip
//   w_t   weight: K (weights = none), K_t (pool_size) or 1 / max(p_t, tau) (propensity)
// estimate = (1/T) sum V_t w_t r_t, and 0 on an empty log. It can exceed the largest reward.
// Without bias for a static policy (theorem 4), except for clipping: that takes
// E_x sum_a pi(a|x) E[r|x,a] max(0, 1 - p(a|x)/tau) away.
//
// Columns: estimate; standard_error, the sample standard deviation of V_t w_t r_t over all T
// records over sqrt(T); accepted; records; reward_sum, the sum of V_t w_t r_t.

#include "suite/component/registry.hpp"
#include "suite/estimation/record_weights.hpp"

namespace replaybench::evaluators::replay_star {

class ReplayStar final : public Evaluator {
 public:
  explicit ReplayStar(estimation::Weighting weighting) : weighting_(weighting) {}

  LogAssumptions assumptions() const override {
    return estimation::weighting_assumptions(weighting_);
  }
  const RowSchema& schema() const override;
  /// One row whose step is the size of the log. Throws NotApplicable when the pool changes and
  /// weights = none: there is no K then (thesis, section 3.7.2, p. 97). O(T) chooses.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
  EstimateBasis evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const override;
  Passes passes() const override { return {.count = 1, .counts_records = true}; }
  /// Reports whether red_inf would use more of the log.
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override;

 private:
  // The rows; with `basis` also the basis of the last row.
  void run(Trial& trial, std::vector<ResultRow>& rows, EstimateBasis* basis) const;
  estimation::Weighting weighting_;
};

}  // namespace replaybench::evaluators::replay_star

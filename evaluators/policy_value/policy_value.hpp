#pragma once
// The exact value of a static policy in an environment whose distribution can be written down: no
// draw, no error.
//
// Source: thesis, sections 3.2 (p. 71), 3.3 (p. 72) and 3.3.1 (p. 73; g_pi is an expectation over
// contexts and rewards); for a classification set turned into a bandit it is p0 + (p1 - p0)
// acc(pi), acc over all the rows.
//   g_pi   sum_x P(x) sum_a pi(a|x) E[r | x, a]
//
// Columns: estimate; best, the value of the policy that always takes an action of highest
// E[r | x, a]; best_action, that of the best policy without context; uniform, the mean over all
// actions; contexts.

#include "suite/component/registry.hpp"

namespace replaybench::evaluators::policy_value {

class PolicyValue final : public Evaluator {
 public:
  LogAssumptions assumptions() const override { return {.static_policy = true}; }
  const RowSchema& schema() const override;
  /// One row, whose step is the horizon. Throws NotApplicable when the environment cannot be
  /// enumerated, when the algorithm learns or does not give its probabilities. O(contexts x K).
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
};

}  // namespace replaybench::evaluators::policy_value

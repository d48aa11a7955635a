#pragma once
// What could have been had: the references of a task that is played in a simulator.

#include <string>
#include <vector>

#include "suite/plan/plan.hpp"

namespace replaybench {

/// Plays no algorithm. At every step of the very environment that the algorithms meet it asks the
/// model for the best action, so it is right where the environment changes with time too (the
/// algorithm best_policy, which knows a environment that stands still, is not).
/// Columns:
///   estimate     mean reward of the best policy: at each step the action with the highest expected
///                reward, given what the features tell (Knowledge::posterior); ties to the lowest
///   expected     the same without the noise of the rewards
///   best_fixed   mean expected reward of the best single action in hindsight; NaN with pools
///   uniform      mean expected reward of a uniform choice
class Oracle final : public Evaluator {
 public:
  const RowSchema& schema() const override;
  /// One row. O(horizon * actions) expectations. Throws NotApplicable on a file.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
};

/// The oracle's cell beside a cell of an algorithm: the same environments and replicates.
Cell oracle_cell(const Cell& cell);

}  // namespace replaybench

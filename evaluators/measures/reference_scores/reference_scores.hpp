#pragma once
// Reference scores of a simulator: the best policy, the best single action, a uniform choice.
//
// Source: thesis, section 5.5.3 (p. 136), "the optimal policy that given a context chooses the best
// possible action"; the other references are ours.
// Plays no algorithm. At every step of the environment that the algorithms meet in `online` it asks
// the model for the best action, so it is right also if the environment changes with time (the
// algorithm best_policy, which knows an environment that stands still, is not).
// Columns:
//   estimate     mean reward of the best policy: at each step the action with the highest expected
//                reward given what the features say (Knowledge::posterior); ties to the lowest
//   expected     the same without the noise of the rewards
//   best_fixed   mean expected reward of the best single action in hindsight; NaN with pools
//   uniform      mean expected reward of a uniform choice among the available actions

#include "suite/component/reference_evaluator.hpp"

namespace replaybench::evaluators::reference_scores {

class ReferenceScores final : public ReferenceEvaluator {
 public:
  const RowSchema& schema() const override;
  /// One row, at the horizon. O(horizon * actions) expectations. Throws NotApplicable on a file or
  /// without a horizon.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
};

}  // namespace replaybench::evaluators::reference_scores

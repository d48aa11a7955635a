#pragma once
// Click-rate prediction: teaches the algorithm every record of a log, regardless of the action that it would have
// chosen, and compares its predictions with the simulator's truth on displays that it has not
// learned from.
//
// Source: thesis appendix E.3.1 (p. 269).
//   p(d)      agent.predicted_reward(context, action)
// Columns, at each checkpoint (a number of records learned): estimate, the mean prediction over the
// test displays; mean_truth; mean_squared_error, of the predictions against the true probabilities;
// well_ranked, the share of pairs of test displays that the predictions order as the truth does, a
// tie of predictions counting one half (pairs whose truth is equal are left out).
//
// The thesis does not define its "rate of well ranked probabilities"; this is the usual one. The
// test displays are `displays` steps of live play, with a logged action drawn uniformly.

#include <vector>

#include "suite/component/registry.hpp"

namespace replaybench::evaluators::click_rate {

class ClickRate final : public Evaluator {
 public:
  ClickRate(std::size_t displays, std::vector<std::uint64_t> checkpoints)
      : displays_(displays), checkpoints_(std::move(checkpoints)) {}

  const RowSchema& schema() const override;
  /// O(T updates + checkpoints * displays^2). Throws NotApplicable for an algorithm that does not
  /// predict, or a file.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;

 private:
  std::size_t displays_;
  std::vector<std::uint64_t> checkpoints_;
};

}  // namespace replaybench::evaluators::click_rate

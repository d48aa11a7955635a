#pragma once
// Direct play against the simulator: the ground truth that the other evaluators estimate.
//
// Source: thesis algorithm 4 (section 1.4.3, p. 21).
//   T     the horizon, or a checkpoint
//   r_t   reward at step t
// estimate = g_A(T) = (1/T) sum_{t <= T} r_t.
// Columns: estimate; standard_error (sample standard deviation of the rewards over sqrt(T): right
// for a static policy, for a learning one the rewards are neither alike nor independent); accepted
// and records (both T); expected, the mean over t of E[r | context, chosen action]: the same
// expectation as the estimate, without the noise of the rewards.

#include <vector>

#include "suite/component/registry.hpp"

namespace replaybench::evaluators::online {

class OnlinePlay final : public Evaluator {
 public:
  /// `checkpoints`: increasing steps at which to give a row; empty means only the horizon.
  explicit OnlinePlay(std::vector<std::uint64_t> checkpoints)
      : checkpoints_(std::move(checkpoints)) {}

  const RowSchema& schema() const override;
  /// A row for each checkpoint up to the horizon. Throws NotApplicable on a file, or without a
  /// horizon.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;

 private:
  std::vector<std::uint64_t> checkpoints_;
};

}  // namespace replaybench::evaluators::online

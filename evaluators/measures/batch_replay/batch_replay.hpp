#pragma once
// Batch replay: cuts the log into batches of displays (context, logged action), lets the algorithm
// choose one display of each, reveals the reward of that one and adds it to the score. How the
// Exploration vs Exploitation challenge 2 was judged.
//
// Source: thesis section 2.2.2, algorithm 6 (p. 40); the name in the conclusion (p. 205).
//   T, L     records; batch
//   b_i      records i L .. i L + L - 1
//   d        the chosen display
//   score    sum of the revealed rewards
// Columns: estimate = score / batches; standard_error (sample standard deviation of the revealed
// rewards over sqrt(batches)); score; batches; random, the score to expect of uniform choices on
// this very log (the mean reward of each batch, summed); gain = score / random (NaN when random is
// 0).
//
// It is an *indirect* method, and a biased one: the algorithm selects among visitors, which no
// recommender can do. Its optimum is the display with the highest click probability in the batch,
// and where the visitor decides that more than the item, an algorithm that ignores the items wins
// (thesis section 2.5, p. 55; study challenge_2), though live it would be worth no more than
// random. So the estimate is of no g_A; use it to reproduce the challenge.
//
// Deviations from the print: the loop of the construction runs over {1, L + 1, ..., T - L + 1}, not
// "{.., T - L, T}", batches are counted from 0 in both loops, and chooseDisplay gets b_i. Records
// that do not fill a last batch are left out. The displays of a batch are shown in random order
// (section 2.2.4, p. 43), drawn from the policy's stream. Pools are not looked at: the algorithm
// chooses among what was logged.
//
// A simulated log is written in pieces and never held whole.

#include <vector>

#include "suite/component/registry.hpp"

namespace replaybench::evaluators::batch_replay {

class BatchReplay final : public Evaluator {
 public:
  /// `batch` >= 1 displays; `checkpoints`: increasing numbers of batches at which to give a row;
  /// empty: only the end.
  BatchReplay(std::size_t batch, std::vector<std::uint64_t> checkpoints)
      : batch_(batch), checkpoints_(std::move(checkpoints)) {}

  LogAssumptions assumptions() const override { return {}; }
  const RowSchema& schema() const override;
  /// Throws NotApplicable for an algorithm that does not choose among displays, or a log without a
  /// whole batch.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;

 private:
  std::size_t batch_;
  std::vector<std::uint64_t> checkpoints_;
};

}  // namespace replaybench::evaluators::batch_replay

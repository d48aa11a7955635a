#pragma once
// Replay of an algorithm that sees its rewards late: its reward if they arrive after a
// delay, or at the end of a batch.
//
// Source: replay is thesis algorithm 10 (section 3.2, p. 71); that rewards come late, section 1.4.2
// (p. 17). The combination is ours.
//   n        number of the accepted record, from 0: the step of the algorithm; i: that of the log
//   d, B     `delay` and `batch`
//   unit     interactions: the reward of step n is learned after the choice of step s, n + d moved
//            to the last step of its batch of B; records: the same with i, the time of the log
// With unit = interactions and a uniform log theorem 2 holds: a record is accepted with probability
// 1/K regardless of what has been learned, so the histories are those of direct play with that delay (the
// data set `delayed`, kind fixed), and the estimate is of the first T/K interactions. With unit =
// records the delay is one of the log's clock: while it passes the algorithm chooses once in K
// records, so the delay weighs 1/K of what it would live. What would be seen after the last record
// is not learned. Delay 0 and batch 1 are replay, bit for bit.
//
// Columns: estimate, standard_error (as replay); accepted; records (T).

#include "suite/component/registry.hpp"

namespace replaybench::evaluators::delayed_replay {

struct ReplayDelay {
  std::uint64_t delay = 0;
  std::uint64_t batch = 1;  ///< at least 1
  bool in_records = false;
};

class DelayedReplay final : public Evaluator {
 public:
  explicit DelayedReplay(ReplayDelay delay) : delay_(delay) {}

  LogAssumptions assumptions() const override {
    return {.uniform_actions = true, .constant_pool = true};
  }
  const RowSchema& schema() const override;
  /// One row whose step is the size of the log. O(T) chooses, and the contexts that wait.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
  EstimateBasis evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const override;

 private:
  // The rows; with `basis` also the basis of the last row.
  void run(Trial& trial, std::vector<ResultRow>& rows, EstimateBasis* basis) const;
  // When what is earned at `time` is seen.
  std::uint64_t due(std::uint64_t time) const;

  ReplayDelay delay_;
};

}  // namespace replaybench::evaluators::delayed_replay

#pragma once
// Queue replay: a queue of the logged rewards for each context and action; the algorithm's choice
// takes the next one, until a queue is empty.
//
// Source: Mandel, Liu, Brunskill, Popovic, "Offline evaluation of online reinforcement learning
// algorithms", AAAI 2016, section "Queue-based evaluator".
//   state s       a distinct context (and pool)
//   Q[s, a]       rewards of the records with that context and action, in the order of the log
// The logging policy may be anything, known or not, as long as its choice depended on the context
// and the past only. Given the contexts and logged actions the rewards of a queue are independent
// draws of P(. | x, a), regardless of earlier draws: as long as no queue is empty the history is one
// of the environment.
// Deviation: in the paper, which is about Markov decision processes, the next state comes with the
// record that was taken. Here a context does not depend on the last action: the contexts are those
// of the log, in its order.
// Limit: the evaluator stops when a queue is empty, which depends on what the algorithm has seen
// and learned, and so the steps that are reached in some runs only are not exact: the estimate of a
// step is that of the runs that reach it. With many contexts the queues are empty at once, so that
// more than `most_contexts` are refused.
//
// The algorithm chooses at step t with the draws of step t of the policy's stream.
// Columns: estimate, standard_error (as replay); accepted: steps; records: those with a context that
// was met, equal to accepted, or one more if the queue was empty; contexts: distinct ones.

#include <cstdint>
#include <vector>

#include "suite/component/registry.hpp"

namespace replaybench::evaluators::queue_replay {

class QueueReplay final : public Evaluator {
 public:
  /// `checkpoints` increase.
  QueueReplay(std::uint64_t most_contexts, std::vector<std::uint64_t> checkpoints)
      : most_contexts_(most_contexts), checkpoints_(std::move(checkpoints)) {}

  const RowSchema& schema() const override;
  /// One row whose step is the size of the log, or one for each checkpoint that was reached, whose
  /// step it is. Throws NotApplicable if there are too many distinct contexts. O(T K) at most.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
  EstimateBasis evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const override;
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override;

 private:
  // The rows; with `basis` also the basis of the last row.
  void run(Trial& trial, std::vector<ResultRow>& rows, EstimateBasis* basis) const;
  std::uint64_t most_contexts_;
  std::vector<std::uint64_t> checkpoints_;
};

}  // namespace replaybench::evaluators::queue_replay

#pragma once
// Per-state rejection sampling: a queue of records for each context; at each step the records of the
// context's queue are taken until one is accepted, with probability pi / (M p).
//
// Source: Mandel, Liu, Brunskill, Popovic, "Offline evaluation of online reinforcement learning
// algorithms", AAAI 2016, algorithm "Per-state rejection sampling (PSRS)" and its fixed-M variant.
//   state s   a distinct context (and pool)
//   M         bound = "current": max over a of pi(a | s, h) / p(a | s), which changes with the
//             history h; bound = "fixed": max over a of 1 / p(a | s)
// A record that is accepted has an action of distribution pi, so that histories are those of the
// environment. It accepts more than policy_aware_rejection, which has one M for all contexts and
// histories. With the fixed bound the number of records that a step takes depends on no reward, and
// a step is exact given that the run gets there; with the current one longer runs are
// those of some histories (the paper, section 4).
// Deviation: as queue_replay, the contexts are those of the log in its order; the run ends when a
// queue has no record left.
// p(a | s) comes from the records of the context and the action, and must be the same for all of
// them. An action that was never logged in a context has no known p: `unseen` counts
// the interactions that should have been with such actions, sum of pi; beyond 0 the histories are
// not exact.
//
// Draws: record i is judged by the first uniform number of step i of replicate_key(policy, 1).
// Columns: estimate, standard_error (as replay); accepted; records: taken from the queues;
// contexts: distinct ones; unseen.

#include <cstdint>
#include <vector>

#include "suite/component/registry.hpp"

namespace replaybench::evaluators::per_state_rejection {

class PerStateRejection final : public Evaluator {
 public:
  /// `checkpoints` increase.
  PerStateRejection(bool fixed_bound, std::uint64_t most_contexts,
                    std::vector<std::uint64_t> checkpoints)
      : fixed_bound_(fixed_bound),
        most_contexts_(most_contexts),
        checkpoints_(std::move(checkpoints)) {}

  const RowSchema& schema() const override;
  /// One row whose step is the size of the log, or one for each checkpoint that was reached, whose
  /// step it is. Throws NotApplicable without propensities, where those of an action differ within a
  /// context, if there are too many distinct contexts, and for an algorithm that does not give
  /// its probabilities. O(T) times the cost of probabilities.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
  EstimateBasis evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const override;
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override;

 private:
  // The rows; with `basis` also the basis of the last row.
  void run(Trial& trial, std::vector<ResultRow>& rows, EstimateBasis* basis) const;
  bool fixed_bound_;
  std::uint64_t most_contexts_;
  std::vector<std::uint64_t> checkpoints_;
};

}  // namespace replaybench::evaluators::per_state_rejection

#pragma once
// Batch replay 2.0: records of similar visitors are grouped in batches; the algorithm sees the mean
// visitor of a batch and chooses among the actions that were logged in this batch.
//
// Source: thesis, conclusion (p. 205), a paragraph; section 4.5 (p. 117) for the idea.
//   N        batch: records of a batch, N < K
//   cluster  groups: k-means of the contexts (clusters.hpp); the print names no clustering
//   "mean user"  the mean of the batch's contexts, in `choose` and in `update`
// Time is accelerated by N instead of K. Unlike batch_replay (algorithm 6) the algorithm cannot
// select among visitors: it never sees one, and those of a batch are alike. The print's own
// objection stays: it can only choose the actions within the batch, which is a bias; and a mean
// visitor has less to personalise. Of the print's four remedies two are here: resampling
// (`expansion`), and a larger N.
//
// Choices of ours: within a group, records are batched in the order of the log; batches are played
// in the order of their last record. Where several records of a batch have the chosen action, the
// one that is revealed is drawn uniformly. Records that do not fill a batch are left out. With
// expansion E the log is E shuffled copies of itself.
//
// Draws: batch i (from 0) reads step i of the policy's stream; clusters, orders and the choice among
// records read streams of their own.
//
// Columns: estimate, the mean revealed reward; standard_error, as replay's; accepted, the batches;
// records, E T; acceleration, records / batches; available, the mean number of actions in a batch;
// spread, the mean squared distance of a batch's contexts from their mean, as a share of that of all
// contexts from theirs, unbiased like a sample variance (NaN for N = 1 or if no context varies).

#include "suite/component/registry.hpp"

namespace replaybench::evaluators::clustered_batch_replay {

struct ClusteredBatchOptions {
  std::size_t batch = 5;        ///< N, >= 1
  std::size_t groups = 10;      ///< >= 1
  std::uint64_t expansion = 1;  ///< E, >= 1
};

class ClusteredBatchReplay final : public Evaluator {
 public:
  explicit ClusteredBatchReplay(ClusteredBatchOptions options) : options_(options) {}

  LogAssumptions assumptions() const override {
    return {.uniform_actions = true, .constant_pool = true};
  }
  const RowSchema& schema() const override;
  /// One row, whose step is the size of the log. Throws NotApplicable when there are fewer records than groups, or no whole batch.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
  EstimateBasis evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const override;

 private:
  // The rows; with `basis` also the basis of the last row.
  void run(Trial& trial, std::vector<ResultRow>& rows, EstimateBasis* basis) const;
  ClusteredBatchOptions options_;
};

}  // namespace replaybench::evaluators::clustered_batch_replay

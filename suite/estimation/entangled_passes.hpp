#pragma once
// The loop over resamples that the evaluators by entangled validation share.

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "suite/estimation/entangled_replay.hpp"
#include "suite/resample/pass.hpp"

namespace replaybench::estimation {

/// Composition of a resample from a log's records.
struct EntangledDesign {
  std::size_t records = 0;  ///< that take part, tests and others
  std::uint64_t slots = 0;  ///< of a resample
  /// The tests and the training records of the resample of this key; without copies in the log they
  /// add up to `records`.
  std::function<EntangledSplit(const OriginalSplits&, StreamKey)> split;
  /// Source of the training records of a resample.
  std::function<std::unique_ptr<TrainingSource>(const EntangledSplit&, StreamKey)> training_source;
  /// True if the records that teach are drawn in proportion to their weights.
  bool drawn_by_weight = false;
};

/// Returns a function that makes a new random split for each resample, with `tests` test records of `log`.
std::function<EntangledSplit(const OriginalSplits&, StreamKey)> random_split(const Log& log,
                                                                             std::size_t tests);

/// Data shared by all passes of an evaluation; everything must outlive the call.
struct EntangledRun {
  const Log& log;
  const Agent& fresh;  ///< copied for each pass
  const EntangledDesign& design;
  const EntangledOptions& options;
  StreamKey policy;
};

/// Called after each pass with the number of passes so far and their statistics.
using AfterPass = std::function<void(std::uint64_t, const EntangledStatistics&)>;

/// Runs options.resamples passes. Throws NotApplicable when there is nothing to jitter. O(log)
/// memory.
EntangledStatistics run_entangled(const EntangledRun& run, const AfterPass& after = {});

/// The rows of an evaluator: one row for all resamples, or one per options.resample_checkpoints.
void entangled_rows(Trial& trial, const EntangledDesign& design, const EntangledOptions& options,
                    std::vector<ResultRow>& rows);

}  // namespace replaybench::estimation

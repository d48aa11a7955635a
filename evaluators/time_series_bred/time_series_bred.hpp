#pragma once
// BRED for a log whose environment changes, without windows: the records offered at a moment of the
// pass are drawn near that moment of the log.
//
// Source: thesis, section 5.11.1 (p. 196), described and left to future work. There is no print to
// deviate from; what had to be decided:
//   - slot s of K T is centred at record s / K; if pools change, the pass stays so long at
//     record i that one of the records drawn there is accepted under uniform logging: the harmonic
//     mean of the pools' sizes near it, weighted by the kernel (the fractions are carried over to
//     the next record). T interactions are expected, for any width; for width = 0 that is K_i
//     slots, for a width of many logs bred's expansion. The drawn record comes with its own pool; near a change,
//     those of the smaller pool are then accepted too often: a bias of order width over the length
//     of a zone (a static policy, zones of 200 records with 5 actions that pay 0.3 and 20 that pay
//     0.05, width 20: 0.013 too high). windowed_bred{cut="pools"} has none.
//   - the discrete distribution is a rounded Gaussian of deviation `width` records, reflected at
//     the ends of the log: suite/resample/nearby_records.hpp.
//   - the jitter is the one for the whole log, h = C / sqrt(T).
// width = 0 offers each record K times in the order of the log; a width of many logs is bred.
// Columns: those of PassStatistics (suite/estimation/resampled_replay.hpp), where acceptance is
// relative to uniform logging over the pools.

#include "suite/estimation/scope_statistics.hpp"

namespace replaybench::evaluators::time_series_bred {

struct TimeSeriesBredOptions {
  double width = 1000;  ///< in records, >= 0
  std::uint64_t resamples = 30;
  double expansion = 0;  ///< 0: the size of the pools nearby
  estimation::Combine combine = estimation::Combine::mean_of_ratios;
  estimation::JitterRequest jitter;
  std::vector<std::uint64_t> checkpoints;  ///< rows at numbers of accepted records
};

class TimeSeriesBred final : public Evaluator {
 public:
  explicit TimeSeriesBred(TimeSeriesBredOptions options) : options_(std::move(options)) {}

  LogAssumptions assumptions() const override;
  const RowSchema& schema() const override { return estimation::PassStatistics::columns(); }
  /// One row whose step is the size of the log, or one for each checkpoint that all resamples
  /// reached. O(B K T) chooses, memory O(T). Throws NotApplicable when the log is empty, when E T
  /// is not a whole number from 1 on, when there is nothing to jitter.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
  Passes passes() const override { return {.count = options_.resamples}; }
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override;

 private:
  TimeSeriesBredOptions options_;
};

}  // namespace replaybench::evaluators::time_series_bred

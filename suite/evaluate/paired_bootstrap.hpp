#pragma once
// Resamples of a log that are given to several algorithms: what their estimates differ by.

#include <cstdint>
#include <span>
#include <vector>

#include "suite/evaluate/evaluate_all.hpp"

namespace replaybench {

/// Estimates of several algorithms under one evaluator on the same bootstrap resamples of a log.
class PairedBootstrap {
 public:
  /// Without resamples.
  PairedBootstrap() = default;
  /// Draws `resamples` resamples of records (of clusters, where options has them) with replacement,
  /// each in the log's order, and evaluates the algorithms `chosen` on each, options.jobs at the
  /// same time; the result does not depend on that. Throws std::invalid_argument for fewer than 40
  /// resamples, and what the evaluator throws. O(resamples * algorithms) evaluations.
  PairedBootstrap(const Log& log, std::span<const Component<AlgorithmDescription>> algorithms,
                  const std::vector<std::size_t>& chosen,
                  const Component<EvaluatorDescription>& evaluator,
                  const EvaluationOptions& options, std::uint64_t resamples);

  bool empty() const { return means_.empty(); }
  /// The estimates of the whole log less each other, with the percentile interval of the resamples; by
  /// statistics::weigh_bias with the normal one, or none, if their mean is far from it.
  PairedEstimate difference(std::size_t first, const Evaluation& of_first, std::size_t second,
                            const Evaluation& of_second) const;
  /// The same with Student's t interval at `level`, from the standard deviation of the resamples: for levels whose
  /// percentiles would need more resamples.
  PairedEstimate difference_by_t(std::size_t first, const Evaluation& of_first, std::size_t second,
                                 const Evaluation& of_second, double level) const;
  /// Lift over the mean logged reward, from the same resamples.
  Lift lift(std::size_t algorithm, const Evaluation& evaluation) const;

 private:
  std::vector<double> differences(std::size_t first, std::size_t second) const;

  std::vector<std::vector<double>> estimates_;  // by algorithm (empty: not chosen), by resample
  std::vector<double> means_;                   // of the rewards, by resample
};

}  // namespace replaybench

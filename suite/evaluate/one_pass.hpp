#pragma once
// Estimates of the target policies of a prepared log from blocks of the mapped file, however many
// records it has: importance sampling and its relatives, which need of a record its weight and its
// reward alone. Estimates and standard errors are those of the evaluators, to the
// last bit; bounds of intervals but for the roundoff of a third moment.

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/evaluate/estimate_errors.hpp"
#include "suite/evaluate/evaluation_interval.hpp"
#include "suite/evaluate/judge.hpp"
#include "suite/statistics/interval.hpp"

namespace replaybench {

/// An estimate of a policy by an estimator; estimate, standard error, accepted and unsupported are
/// those of the evaluator's row.
struct OnePassEstimate {
  std::string policy;     ///< the name of the target policy
  std::string evaluator;  ///< as it was asked for, its parameters in canonical form
  double estimate = 0;
  double standard_error = 0;
  statistics::Interval own;  ///< the evaluator's own interval, as in its row
  std::uint64_t accepted = 0;
  /// Diagnostics of the estimator's own weights, which may be capped or smoothed.
  WeightDiagnostics weights;
  JudgedEstimate judged;   ///< what is shown, by the rules of `evaluate`
  double unsupported = 0;  ///< NaN where the probabilities of the logged actions alone are known
};

struct OnePassResult {
  std::uint64_t records = 0;
  std::vector<OnePassEstimate> estimates;  ///< by policy, then by evaluator
};

/// Reads the columns once, for a log-mean twice: its largest exponent comes first. Memory: the
/// mapped file, and blocks of 2^15 records per thread. The result does not depend on `jobs` (at least
/// 1), for all sums are exact.
/// The records that are passed are counted (suite/model/passed_records.hpp); `expected`, where given, is
/// set to their number before the first. Throws as PreparedNumbers; SpecErrors for an evaluator that needs
/// more of a record than weight and reward (a model, all probabilities of the logger, several loggers,
/// resamples, the order), and for a log with clusters or segments; NotApplicable for a log without
/// propensities or targets, and as the evaluators do.
OnePassResult evaluate_in_one_pass(const std::filesystem::path& prepared,
                                   const std::vector<Component<EvaluatorDescription>>& evaluators,
                                   std::size_t jobs,
                                   std::atomic<std::uint64_t>* expected = nullptr);

}  // namespace replaybench

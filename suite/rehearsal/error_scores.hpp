#pragma once
// Scores of candidates from their errors on twins of several kinds.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "suite/numeric/nan.hpp"

namespace replaybench::rehearsal {

/// Errors of one candidate on the twins of one kind.
struct TwinErrors {
  double bias = nan;       ///< mean of estimate minus value
  double deviation = nan;  ///< sample standard deviation of estimate minus value
  double error = nan;      ///< root of the mean square
  double coverage =
      nan;  ///< fraction of the intervals that contain the value; NaN if there are none
  double intervals = 0;  ///< fraction of the estimates that have an interval
  double width = nan;    ///< mean width of the intervals
  double withheld = 0;   ///< fraction of the estimates that `evaluate` withholds
};

/// One estimate on one twin.
struct TwinEstimate {
  double estimate = nan;  ///< NaN if the candidate could not be used
  double value = nan;     ///< the true value
  double low = nan, high = nan;
  double standard_error = nan;
  bool withheld = false;
};
/// Requires at least two twins. O(twins).
TwinErrors errors_of(std::span<const TwinEstimate> estimates);

/// By candidate, from root mean squared errors [kind of twin][candidate]: the mean over kinds of log(error / least error of
/// the kind), and the worst of these ratios. An error of 0 that is the least one counts as ratio 1. O(kinds candidates).
struct ErrorRatios {
  std::vector<double> mean_log, worst;
};
ErrorRatios error_ratios(std::span<const std::vector<double>> errors);

/// A ranking of candidates by mean log ratio.
struct ErrorRanking {
  std::vector<double> scores;               ///< ErrorRatios::mean_log
  std::vector<double> worst;                ///< ErrorRatios::worst
  std::vector<double> standard_error = {};  ///< of the score minus the best score, paired by twin
  /// 1 for the best candidate and all within two standard errors of it; otherwise 1 + the number of better candidates.
  std::vector<std::size_t> ranks = {};
};
/// From the estimates [kind of twin][candidate][twin]; with the same number of twins everywhere. O(kinds candidates twins).
ErrorRanking rank_by_errors(std::span<const std::vector<std::vector<TwinEstimate>>> estimates);

}  // namespace replaybench::rehearsal

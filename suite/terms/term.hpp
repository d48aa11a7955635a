#pragma once
// Terms: the contribution of each record to an estimate, and their combination.

#include <cstdint>

namespace replaybench::terms {

/// Term of one record: base + weight * outcome. For an estimator without a reward model the base is
/// 0 and the outcome the reward; with one the base is the prediction for the policy, and the
/// outcome the reward minus the prediction.
struct Term {
  double base = 0;
  double weight = 0;
  double outcome = 0;
};

/// Combination of the terms into an estimate.
enum class Combination {
  mean,     ///< mean of base + weight * outcome
  ratio,    ///< mean of base, plus sum weight * outcome / sum weight
  log_mean  ///< log(mean(exp(lambda (base + weight * outcome)))) / lambda; the mean for lambda = 0
};

/// All sums are exact before they are rounded: the order of the terms changes nothing.
struct Estimate {
  double value = 0;
  double standard_error = 0;  ///< NaN below two terms
};

/// Diagnostics of importance weights.
struct WeightSummary {
  double effective = 0;       ///< Kish's effective sample size, (sum w)^2 / sum w^2
  double mean = 0;            ///< 1 in expectation where the propensities are right
  double z = 0;               ///< standard errors of the mean from 1; NaN if all weights are equal
  double largest = 0;         ///< the largest weight
  double largest_share = 0;   ///< its share in the sum of the weights
  std::uint64_t records = 0;  ///< of a weight above 0
};
/// From sums over n weights: of w, of w^2, of (w - mean)^2; and the largest of them.
struct WeightSums {
  double weights = 0;
  double squares = 0;
  double squared_deviations = 0;
  double largest = 0;
  std::uint64_t records = 0;  ///< of a weight above 0
};
WeightSummary summary_of(const WeightSums& sums, std::uint64_t n);

}  // namespace replaybench::terms

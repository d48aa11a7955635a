#pragma once
// An estimate of a fixed policy from what each record adds to it.

#include <cstdint>
#include <span>
#include <vector>

#include "suite/statistics/intervals.hpp"

namespace replaybench::offpolicy {

/// What one record adds: base + weight * outcome. Of an estimator without a reward model the base is
/// 0 and the outcome the reward; with one the base is the prediction for the policy, and the outcome
/// what the reward is above the prediction.
struct Term {
  double base = 0;
  double weight = 0;
  double outcome = 0;
};

/// How the terms make an estimate.
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

/// The estimate and its standard error. Of a mean: the sample standard deviation over sqrt(n). Of a
/// ratio: the delta method, sqrt(sum of squares of `influences`); for a base of 0 that is sqrt(sum
/// w^2 (y - V)^2) / sum w, which is 0 where all outcomes are equal. A ratio of weights that are all 0
/// has the value of its base, and no standard error. O(n).
Estimate combine(std::span<const Term> terms, Combination combination, double lambda = 0);

/// Each term's part in the error of the estimate: their sum is 0 but for roundoff. O(n).
std::vector<double> influences(std::span<const Term> terms, Combination combination,
                               double lambda = 0);

/// base + weight * outcome of each term. O(n).
std::vector<double> values_of(std::span<const Term> terms);

/// The exact sum of numbers, rounded once. O(n).
double sum_of(std::span<const double> numbers);

/// Mean and sample standard deviation, sums exact; NaN for the deviation below two. O(n).
struct MeanAndDeviation {
  double mean = 0;
  double deviation = 0;
};
MeanAndDeviation mean_and_deviation(std::span<const double> numbers);

/// Diagnostics of importance weights.
struct WeightSummary {
  double effective = 0;  ///< Kish's effective sample size, (sum w)^2 / sum w^2
  double mean = 0;       ///< 1 in expectation where the propensities are right
  double z = 0;          ///< standard errors of the mean from 1; NaN where all weights are equal
  double largest = 0;    ///< the largest weight
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
/// O(n).
WeightSummary summarise_weights(std::span<const double> weights);

}  // namespace replaybench::offpolicy

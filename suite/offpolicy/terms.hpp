#pragma once
// An estimate of a fixed policy from what each record adds to it.

#include <cstdint>
#include <span>
#include <vector>

#include "suite/statistics/intervals.hpp"
#include "suite/terms/term.hpp"

namespace replaybench::offpolicy {

using terms::Combination;
using terms::Estimate;
using terms::summary_of;
using terms::Term;
using terms::WeightSummary;
using terms::WeightSums;

/// The estimate and its standard error. Of a mean: the sample standard deviation over sqrt(n). Of a
/// ratio: the delta method, sqrt(sum of squares of `influences`); for a base of 0 that is sqrt(sum
/// w^2 (y - V)^2) / sum w, which is 0 if all outcomes are equal. A ratio of weights that are all 0
/// has the value of its base, and no standard error. O(n).
Estimate combine(std::span<const Term> terms, Combination combination, double lambda = 0);

/// Each term's part in the error of the estimate: their sum is 0 up to roundoff. O(n).
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

/// Diagnostics of importance weights. O(n).
WeightSummary summarise_weights(std::span<const double> weights);

}  // namespace replaybench::offpolicy

#pragma once
// Empirical likelihood of importance weights: the distribution over (w, r) nearest to the log's
// whose mean weight is 1, as every importance weight's is.
//
// Source: Karampatziakis, Langford, Mineiro, "Empirical likelihood for contextual bandits", 2020.
// The Cressie-Read divergence of power -2 has closed forms of six sums; the likelihood itself
// (`empirical_likelihood`) needs a root.

#include <limits>
#include <span>

#include "suite/statistics/intervals.hpp"

namespace replaybench::offpolicy {

/// The possible weights and rewards, not the seen ones.
struct PossibleRange {
  double least_weight = 0;                                       ///< below 1
  double most_weight = std::numeric_limits<double>::infinity();  ///< above 1
  double least_reward = 0;
  double most_reward = 1;
};

/// Sums over the records, each exact.
struct WeightedSums {
  double n = 0;
  double w = 0, ww = 0, wr = 0, wwr = 0, wwrr = 0, r = 0;
};
/// O(n). Needs as many rewards as weights.
WeightedSums weighted_sums(std::span<const double> weights, std::span<const double> rewards);

/// The point estimate; where the likeliest distribution leaves mass for records that the log has not,
/// these have the mean reward of the log. NaN for no record. O(1).
double cressie_read(const WeightedSums& sums, const PossibleRange& range);

/// All values that are not rejected at 1 - level by the F(1, n) quantile. The whole range of rewards
/// for no record, or where the sums bound nothing. O(1).
statistics::Interval cressie_read_interval(const WeightedSums& sums, const PossibleRange& range,
                                           double level);

/// The maximum of the empirical likelihood under mean weight 1, weights in [0, infinity): the dual
/// beta solves sum (w - 1) / (1 + beta (w - 1)) = 0 by bisection; the missing mass, if any, has the
/// mean reward of the log. NaN for no record. O(n) a step of about 100.
double empirical_likelihood(std::span<const double> weights, std::span<const double> rewards);

}  // namespace replaybench::offpolicy

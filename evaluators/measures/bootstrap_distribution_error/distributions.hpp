#pragma once
// Samples and true distributions as values with weights, and the distribution functions of their
// means and ratios on a grid.

#include <vector>

#include "suite/statistics/mean_distribution.hpp"

namespace replaybench::evaluators::bootstrap_distribution_error {

using statistics::DrawCount;
using statistics::MeanDistribution;

/// Values with weights: a sample that is resampled, or a distribution that stands for the truth.
struct Weighted {
  std::vector<double> values;
  std::vector<double> weights;

  void add(double value, double weight) {
    values.push_back(value);
    weights.push_back(weight);
  }
  /// O(n log n).
  std::size_t distinct() const;
};

/// The distribution that stands for the truth, with the policy's probability behind each value.
struct Truth {
  Weighted values;
  std::vector<double> acceptances;

  void add(double value, double weight, double acceptance) {
    values.add(value, weight);
    acceptances.push_back(acceptance);
  }
};

struct Moments {
  double weight = 0;
  double mean = 0;
  double deviation = 0;
};

/// Weight, mean and standard deviation (divisor: the weight). O(n).
Moments moments_of(const Weighted& sample);

/// Nodes and weights of an integral over u in [0, 1]: five Gauss-Legendre points in each of the
/// panels [2^-37, 2^-36], ..., [1/4, 1/2] and their reflections; 2^-36 of the mass is left out.
const Weighted& quantile_nodes();

/// The counts that n ~ Bin(trials, p) takes, on about 9 of them: the weight of one in between goes
/// to its two neighbours so that the mean stays (the distributions are smooth in n on the scale of
/// the gaps).
std::vector<DrawCount> binomial_counts(double trials, double p);

/// The distribution of a statistic at grid points x, as `distribution` asks; `scale` is the unit of
/// x in the distribution's own deviations (1 if they are the same).
std::vector<double> distribution_at(const MeanDistribution& distribution,
                                    const std::vector<DrawCount>& counts, std::vector<double> x,
                                    bool studentised, double scale);

/// P(sqrt(n) (sum p r / sum p - center) <= x[i] unit) for the means of n draws of (p, r): the event
/// is that sum p (r - center - x[i] unit / sqrt(n)) is not above 0. `values` are p (r - center).
std::vector<double> ratio_distribution_at(const Weighted& values,
                                          const std::vector<double>& acceptances, double n,
                                          const std::vector<double>& x, double unit);

}  // namespace replaybench::evaluators::bootstrap_distribution_error

#include "suite/statistics/empirical_distribution.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <stdexcept>

#include "suite/numeric/elementary.hpp"

namespace replaybench::statistics {

EmpiricalDistribution::EmpiricalDistribution(std::vector<double> values)
    : values_(std::move(values)) {
  if (values_.empty()) throw std::invalid_argument("a distribution needs a value");
  for (const double value : values_) {
    if (std::isnan(value)) throw std::invalid_argument("a value of a distribution is NaN");
  }
  std::sort(values_.begin(), values_.end());
  const auto count = static_cast<double>(values_.size());
  std::size_t kept = 0;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (i + 1 < values_.size() && values_[i + 1] == values_[i]) continue;
    values_[kept++] = values_[i];
    cumulative_.push_back(static_cast<double>(i + 1) / count);
  }
  values_.resize(kept);
}

EmpiricalDistribution::EmpiricalDistribution(std::span<const double> values,
                                             std::span<const double> weights) {
  if (values.empty()) throw std::invalid_argument("a distribution needs a value");
  if (values.size() != weights.size()) {
    throw std::invalid_argument("a distribution needs as many weights as values");
  }
  double total = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i])) throw std::invalid_argument("a value of a distribution is NaN");
    if (!(weights[i] >= 0) || std::isinf(weights[i])) {
      throw std::invalid_argument("a weight of a distribution is not a number from 0 up");
    }
    total += weights[i];
  }
  if (!(total > 0)) throw std::invalid_argument("the weights of a distribution are all 0");
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // Equal values in the order given, so that the bits of the sum are reported by the arguments.
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  double sum = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    sum += weights[order[i]];
    const double value = values[order[i]];
    if (i + 1 < order.size() && values[order[i + 1]] == value) continue;
    values_.push_back(value);
    cumulative_.push_back(sum / total);
  }
  cumulative_.back() = 1;
}

double EmpiricalDistribution::cdf(double x) const {
  const auto above = std::upper_bound(values_.begin(), values_.end(), x);
  if (above == values_.begin()) return 0;
  return cumulative_[static_cast<std::size_t>(above - values_.begin()) - 1];
}

double EmpiricalDistribution::sup_distance(const EmpiricalDistribution& other) const {
  // Both are constant between neighbours of the merged values and right-continuous.
  double worst = 0;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < values_.size() || j < other.values_.size()) {
    const bool mine =
        j == other.values_.size() || (i < values_.size() && values_[i] <= other.values_[j]);
    const double x = mine ? values_[i] : other.values_[j];
    if (i < values_.size() && values_[i] == x) ++i;
    if (j < other.values_.size() && other.values_[j] == x) ++j;
    const double here = i == 0 ? 0 : cumulative_[i - 1];
    const double there = j == 0 ? 0 : other.cumulative_[j - 1];
    worst = std::max(worst, std::fabs(here - there));
  }
  return worst;
}

double EmpiricalDistribution::sup_distance_to_normal(double deviation) const {
  // The normal distribution increases: the distance is largest on one of the two sides of a step.
  double worst = 0;
  double before = 0;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const double normal = numeric::normal_cdf(values_[i] / deviation);
    worst = std::max({worst, std::fabs(before - normal), std::fabs(cumulative_[i] - normal)});
    before = cumulative_[i];
  }
  return worst;
}

EmpiricalDistribution EmpiricalDistribution::scaled(double factor) const {
  EmpiricalDistribution distribution = *this;
  for (double& value : distribution.values_) value *= factor;
  return distribution;
}

}  // namespace replaybench::statistics

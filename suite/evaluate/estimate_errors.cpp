#include "suite/evaluate/estimate_errors.hpp"

#include <algorithm>
#include <cmath>

#include "suite/numeric/moments.hpp"
#include "suite/numeric/nan.hpp"

namespace replaybench {

WeightDiagnostics diagnostics_of(const offpolicy::WeightSummary& summary, bool changed) {
  return {.effective = summary.effective,
          .records = summary.records,
          .largest = summary.largest,
          .largest_share = summary.largest_share,
          .mean = summary.mean,
          .z = summary.z,
          .clipped = changed};
}

WeightDiagnostics diagnose_weights(const EstimateBasis& basis) {
  std::span<const double> weights = basis.weights;
  if (basis.offered > 0) weights = weights.first(basis.offered);
  WeightDiagnostics result =
      diagnostics_of(offpolicy::summarise_weights(weights), basis.weighting == WeightUse::changed);
  if (!std::isnan(basis.largest_weight)) result.largest = basis.largest_weight;
  return result;
}

namespace {

std::vector<double> sums_by_cluster(std::span<const double> influences,
                                    std::span<const std::uint32_t> clusters) {
  std::vector<double> sums(*std::max_element(clusters.begin(), clusters.end()) + std::size_t{1});
  for (std::size_t i = 0; i < influences.size(); ++i) sums[clusters[i]] += influences[i];
  return sums;
}

}  // namespace

statistics::InfluenceSums influence_sums(std::span<const double> influences,
                                         std::span<const std::uint32_t> clusters) {
  if (clusters.empty()) return statistics::sum_influences(influences);
  return statistics::sum_influences(sums_by_cluster(influences, clusters));
}

std::vector<double> reward_steps(std::span<const double> weights) {
  numeric::Sum total;
  for (const double weight : weights) total.add(weight);
  std::vector<double> steps(weights.begin(), weights.end());
  if (total.value() > 0) {
    for (double& step : steps) step /= total.value();
  }
  return steps;
}

double variance_of(std::span<const double> influences, std::span<const std::uint32_t> clusters) {
  return covariance_of(influences, influences, clusters);
}

double covariance_of(std::span<const double> a, std::span<const double> b,
                     std::span<const std::uint32_t> clusters) {
  if (!clusters.empty()) {
    return covariance_of(sums_by_cluster(a, clusters), sums_by_cluster(b, clusters), {});
  }
  const double n = static_cast<double>(a.size());
  if (n < 2) return nan;
  numeric::Sum products;
  for (std::size_t i = 0; i < a.size(); ++i) products.add(a[i] * b[i]);
  return products.value() * n / (n - 1);
}

statistics::Interval difference_interval(double value, std::span<const double> parts,
                                         std::span<const double> steps, double mean,
                                         std::span<const std::uint32_t> clusters) {
  statistics::InfluenceSums sums = influence_sums(parts, clusters);
  if (!steps.empty()) sums = statistics::with_half_records(sums, statistics::steps_of(steps), mean);
  return statistics::skewed_interval(value, sums, 0.95);
}

}  // namespace replaybench

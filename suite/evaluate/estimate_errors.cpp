#include "suite/evaluate/estimate_errors.hpp"

#include <algorithm>
#include <cmath>

#include "suite/estimation/assumption_tests.hpp"
#include "suite/model/originals.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/statistics/student_t.hpp"

namespace replaybench {

WeightDiagnostics diagnostics_of(const offpolicy::WeightSummary& summary, bool changed) {
  return {.effective = summary.effective,
          .records = summary.records,
          .largest = summary.largest,
          .largest_share = summary.largest_share,
          .mean = summary.mean,
          .z = summary.z,
          .clipped = changed,
          .expected = changed ? nan : 1};
}

void WeightDiagnostics::expect(double unsupported) {
  if (clipped || z == 0 || !(unsupported > 0 && unsupported < 1)) return;
  const double standard_error = (mean - expected) / z;
  expected = 1 - unsupported;
  z = (mean - expected) / standard_error;
}

bool WeightDiagnostics::mean_fits() const {
  const double beyond = std::fabs(mean - expected) - excess;
  if (std::isnan(z)) return beyond <= 1e-4 || may_be_equal_by_chance(mean / expected, effective);
  return beyond <= 0 || beyond <= 4 * std::fabs((mean - expected) / z);
}

PartSums::PartSums(std::span<const std::uint32_t> clusters) : clusters_(clusters) {
  if (clusters.empty()) return;
  by_cluster_.resize(*std::max_element(clusters.begin(), clusters.end()) + std::size_t{1});
}

void PartSums::Totals::add(double part) {
  ++count;
  squares.add(part * part);
  cubes.add(part * part * part);
}

void PartSums::add(double part) {
  if (clusters_.empty()) {
    of_records_.add(part);
  } else {
    by_cluster_[clusters_[records_++]] += part;
  }
}

PartSums::Totals PartSums::totals() const {
  if (clusters_.empty()) return of_records_;
  Totals totals;
  for (const double part : by_cluster_) totals.add(part);
  return totals;
}

double PartSums::variance() const {
  const Totals of = totals();
  const double n = static_cast<double>(of.count);
  return of.count < 2 ? nan : of.squares.value() * n / (n - 1);
}

statistics::InfluenceSums PartSums::sums() const {
  const Totals of = totals();
  return {of.count, of.squares.value(), of.cubes.value()};
}

namespace {

PartSums sums_of(std::span<const double> influences, std::span<const std::uint32_t> clusters) {
  PartSums sums(clusters);
  for (const double part : influences) sums.add(part);
  return sums;
}

// As WeightDiagnostics::z, by cluster.
double z_by_cluster(std::span<const double> weights, double mean,
                    std::span<const std::uint32_t> clusters) {
  const double n = static_cast<double>(weights.size());
  PartSums sums(clusters.first(weights.size()));
  for (const double weight : weights) sums.add((weight - mean) / n);
  return (mean - 1) / std::sqrt(sums.variance());
}

// The weights of the copies of each record, added up.
std::vector<double> by_original(std::span<const double> weights, const Log& log) {
  const Originals originals(log);
  std::vector<double> sums(originals.count());
  for (std::size_t i = 0; i < weights.size(); ++i) sums[originals.group_of(i)] += weights[i];
  return sums;
}

}  // namespace

WeightDiagnostics diagnose_weights(const EstimateBasis& basis, const Log& log,
                                   std::span<const std::uint32_t> clusters) {
  std::span<const double> weights = basis.weights;
  if (basis.offered > 0) weights = weights.first(basis.offered);
  WeightDiagnostics result =
      diagnostics_of(offpolicy::summarise_weights(weights), basis.weighting == WeightUse::changed);
  if (log.has_copies() && !clusters.empty()) {
    const auto of_originals = offpolicy::summarise_weights(by_original(weights, log));
    result.effective = of_originals.effective;
    result.records = of_originals.records;
    result.largest_share = of_originals.largest_share;
  }
  if (!std::isnan(basis.largest_weight)) result.largest = basis.largest_weight;
  if (!clusters.empty() && !std::isnan(result.z)) {
    result.z = z_by_cluster(weights, result.mean, clusters);
  }
  return result;
}

statistics::InfluenceSums influence_sums(std::span<const double> influences,
                                         std::span<const std::uint32_t> clusters) {
  return sums_of(influences, clusters).sums();
}

double variance_of(std::span<const double> influences, std::span<const std::uint32_t> clusters) {
  return sums_of(influences, clusters).variance();
}

double factor_of_clusters(double clusters, double level) {
  if (!(clusters >= 2 && clusters < clusters_for_normal)) return 1;
  const double p = 0.5 + level / 2;
  return statistics::student_t_quantile(p, clusters - 1) / numeric::normal_quantile(p);
}

statistics::InfluenceSums scaled_influences(statistics::InfluenceSums sums, double factor) {
  sums.second *= factor * factor;
  sums.third *= factor * factor * factor;
  return sums;
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

}  // namespace replaybench

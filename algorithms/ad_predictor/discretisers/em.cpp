#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "algorithms/ad_predictor/discretisers/discretisers.hpp"
#include "suite/numeric/elementary.hpp"

namespace replaybench::algorithms::ad_predictor {

namespace {

constexpr std::size_t parts = 5;

struct Part {
  double share, mean, variance;

  // The logarithm of share times density, except for a constant.
  double log_density(double x) const {
    const double distance = x - mean;
    return numeric::log(share) - 0.5 * numeric::log(variance) -
           distance * distance / (2 * variance);
  }
};

using Mixture = std::array<Part, parts>;

// One step of EM; the mean log-likelihood of the mixture before it, except for a constant. A part that
// has lost all its values keeps its mean, with a share of nearly nothing.
double improve(Mixture& mixture, std::size_t count, std::span<const double> values, double floor) {
  std::array<double, parts> weight{}, sum{}, square{};
  std::array<Part, parts> old = mixture;
  double likelihood = 0;
  for (const double x : values) {
    std::array<double, parts> log_density;
    double highest = -std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < count; ++k) {
      log_density[k] = old[k].log_density(x);
      highest = std::max(highest, log_density[k]);
    }
    double total = 0;
    for (std::size_t k = 0; k < count; ++k) {
      log_density[k] = numeric::exp(log_density[k] - highest);
      total += log_density[k];
    }
    likelihood += highest + numeric::log(total);
    for (std::size_t k = 0; k < count; ++k) {
      const double responsibility = log_density[k] / total;
      const double distance = x - old[k].mean;
      weight[k] += responsibility;
      sum[k] += responsibility * distance;
      square[k] += responsibility * distance * distance;
    }
  }
  const double n = static_cast<double>(values.size());
  for (std::size_t k = 0; k < count; ++k) {
    mixture[k].share = std::max(weight[k] / n, 1e-12);
    if (weight[k] < 1e-9) continue;
    const double shift = sum[k] / weight[k];
    mixture[k].mean = old[k].mean + shift;
    mixture[k].variance = std::max(square[k] / weight[k] - shift * shift, floor);
  }
  return likelihood / n;
}

// Point from which `left`, the more likely part at its own mean, becomes less likely than `right`;
// halfway between the means if it is not between them.
double boundary(const Part& left, const Part& right) {
  const auto leads = [&](double x) { return left.log_density(x) > right.log_density(x); };
  double low = left.mean;
  double high = right.mean;
  if (!leads(low) || leads(high)) return low + (high - low) / 2;
  for (int i = 0; i < 60; ++i) {
    const double middle = low + (high - low) / 2;
    (leads(middle) ? low : high) = middle;
  }
  return high;
}

}  // namespace

std::size_t em_cuts(std::span<const double> sorted, std::span<double> out) {
  std::array<double, first_values> distinct{};
  const auto n = static_cast<std::size_t>(
      std::unique_copy(sorted.begin(), sorted.end(), distinct.begin()) - distinct.begin());
  const std::size_t count = std::min(parts, n);
  const double range = distinct[n - 1] - distinct[0];
  const double floor = (range / 1000) * (range / 1000);
  Mixture mixture;
  for (std::size_t k = 0; k < count; ++k) {
    mixture[k] = {1.0 / static_cast<double>(count), distinct[(2 * k + 1) * n / (2 * count)],
                  (range / 10) * (range / 10)};
  }
  double before = -std::numeric_limits<double>::infinity();
  for (int i = 0; i < 30 && count > 1; ++i) {
    const double likelihood = improve(mixture, count, sorted, floor);
    if (likelihood - before < 1e-9) break;
    before = likelihood;
  }
  for (std::size_t i = 1; i < count; ++i) {  // five at most: by insertion
    for (std::size_t k = i; k > 0 && mixture[k].mean < mixture[k - 1].mean; --k) {
      std::swap(mixture[k], mixture[k - 1]);
    }
  }
  std::size_t cuts = 0;
  for (std::size_t k = 0; k + 1 < count; ++k) {
    const double cut = boundary(mixture[k], mixture[k + 1]);
    if (cut > sorted.front() && (cuts == 0 || cut > out[cuts - 1])) out[cuts++] = cut;
  }
  return cuts;
}

}  // namespace replaybench::algorithms::ad_predictor

#include "evaluators/measures/bootstrap_distribution_error/distributions.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "suite/numeric/elementary.hpp"
#include "suite/stream/binomial.hpp"

namespace replaybench::evaluators::bootstrap_distribution_error {

std::size_t Weighted::distinct() const {
  std::vector<double> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  return static_cast<std::size_t>(std::unique(sorted.begin(), sorted.end()) - sorted.begin());
}

Moments moments_of(const Weighted& sample) {
  Moments moments;
  for (std::size_t i = 0; i < sample.values.size(); ++i) {
    moments.weight += sample.weights[i];
    moments.mean += sample.weights[i] * sample.values[i];
  }
  moments.mean /= moments.weight;
  double variance = 0;
  for (std::size_t i = 0; i < sample.values.size(); ++i) {
    const double d = sample.values[i] - moments.mean;
    variance += sample.weights[i] * d * d;
  }
  moments.deviation = std::sqrt(variance / moments.weight);
  return moments;
}

const Weighted& quantile_nodes() {
  static const Weighted nodes = [] {
    constexpr double at[] = {-0.90617984593866399280, -0.53846931010568309104, 0,
                             0.53846931010568309104, 0.90617984593866399280};
    constexpr double weight[] = {0.23692688505618908751, 0.47862867049936646804,
                                 0.56888888888888888889, 0.47862867049936646804,
                                 0.23692688505618908751};
    Weighted made;
    double high = 0.5;
    for (int panel = 0; panel < 36; ++panel, high /= 2) {
      for (int i = 0; i < 5; ++i) {
        const double u = high * (0.75 + 0.25 * at[i]);
        made.add(u, high * 0.25 * weight[i]);
        made.add(1 - u, high * 0.25 * weight[i]);
      }
    }
    return made;
  }();
  return nodes;
}

std::vector<DrawCount> binomial_counts(double trials, double p) {
  const double mean = trials * p;
  const double deviation = std::sqrt(mean * (1 - p));
  const auto gap = static_cast<std::int64_t>(std::max(1.0, std::floor(deviation)));
  const std::int64_t reach =
      std::max<std::int64_t>(1, static_cast<std::int64_t>(4 * deviation) / gap);
  const auto center = static_cast<std::int64_t>(std::floor(mean + 0.5));
  const std::int64_t low = std::max<std::int64_t>(2, center - reach * gap);
  const std::int64_t high = std::max(low, center + reach * gap);
  const auto places = static_cast<std::size_t>((high - low) / gap) + 1;
  std::vector<DrawCount> counts(places);
  for (std::size_t i = 0; i < places; ++i) {
    counts[i] = {static_cast<double>(low + static_cast<std::int64_t>(i) * gap), 0};
  }
  const BinomialDistribution distribution(static_cast<std::int64_t>(trials), p);
  double total = 0;
  for (std::int64_t n = low; n <= low + static_cast<std::int64_t>(places - 1) * gap; ++n) {
    const double probability = numeric::exp(distribution.log_probability(n));
    const auto place = static_cast<std::size_t>((n - low) / gap);
    const double share = static_cast<double>((n - low) % gap) / static_cast<double>(gap);
    counts[place].probability += probability * (1 - share);
    if (share > 0) counts[place + 1].probability += probability * share;
    total += probability;
  }
  for (DrawCount& count : counts) count.probability /= total;
  return counts;
}

std::vector<double> distribution_at(const MeanDistribution& distribution,
                                    const std::vector<DrawCount>& counts, std::vector<double> x,
                                    bool studentised, double scale) {
  for (double& at : x) at *= scale;
  std::vector<double> out(x.size());
  if (studentised) {
    distribution.studentised(counts, x, out);
  } else {
    distribution.standardised(counts, x, out);
  }
  return out;
}

std::vector<double> ratio_distribution_at(const Weighted& values,
                                          const std::vector<double>& acceptances, double n,
                                          const std::vector<double>& x, double unit) {
  std::vector<double> out;
  const std::vector<DrawCount> count{{n, 1}};
  Weighted shifted = values;
  for (const double at : x) {
    const double shift = at * unit / std::sqrt(n);
    for (std::size_t i = 0; i < shifted.values.size(); ++i) {
      shifted.values[i] = values.values[i] - acceptances[i] * shift;
    }
    const MeanDistribution distribution(shifted.values, shifted.weights);
    const double zero = -std::sqrt(n) * distribution.mean() / distribution.deviation();
    double below = 0;
    distribution.standardised(count, std::span(&zero, 1), std::span(&below, 1));
    out.push_back(below);
  }
  return out;
}

}  // namespace replaybench::evaluators::bootstrap_distribution_error

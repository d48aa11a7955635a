#include "suite/statistics/success_rate_distribution.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "suite/numeric/elementary.hpp"
#include "suite/stream/binomial.hpp"

namespace replaybench::statistics {

namespace {

EmpiricalDistribution distribution_of(std::uint64_t n, double p, const auto& statistic) {
  if (n == 0 || n > static_cast<std::uint64_t>(BinomialDistribution::max_trials) ||
      !(p >= 0 && p <= 1)) {
    throw std::invalid_argument("a success distribution needs 1 <= n <= 10^12 and p in [0, 1]");
  }
  const auto size = static_cast<double>(n);
  const auto trials = static_cast<std::int64_t>(n);
  const BinomialDistribution distribution(trials, p);
  const double reach = 40 * std::sqrt(size * p * (1 - p)) + 40;
  const auto low = static_cast<std::int64_t>(std::max(0.0, std::floor(size * p - reach)));
  const auto high = static_cast<std::int64_t>(std::min(size, std::ceil(size * p + reach)));
  std::vector<double> values;
  std::vector<double> probabilities;
  for (std::int64_t k = low; k <= high; ++k) {
    const double probability = numeric::exp(distribution.log_probability(k));
    if (probability == 0) continue;
    values.push_back(statistic(static_cast<double>(k) / size));
    probabilities.push_back(probability);
  }
  return EmpiricalDistribution(values, probabilities);
}

}  // namespace

EmpiricalDistribution studentised_success_distribution(std::uint64_t n, double p) {
  const double root = std::sqrt(static_cast<double>(n));
  return distribution_of(n, p, [&](double rate) {
    const double error = root * (rate - p);
    const double deviation = std::sqrt(rate * (1 - rate));
    if (deviation > 0) return error / deviation;
    return error == 0 ? 0 : std::copysign(std::numeric_limits<double>::infinity(), error);
  });
}

EmpiricalDistribution success_error_distribution(std::uint64_t n, double p, double scale) {
  const double root = std::sqrt(static_cast<double>(n));
  return distribution_of(n, p, [&](double rate) { return root * (rate - p) / scale; });
}

}  // namespace replaybench::statistics

#include "suite/offpolicy/selection.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "suite/numeric/elementary.hpp"
#include "suite/numeric/exact_sum.hpp"
#include "suite/offpolicy/terms.hpp"
#include "suite/statistics/student_t.hpp"

namespace replaybench::offpolicy {

std::size_t choose_by_slope(std::span<const SlopeCandidate> candidates) {
  if (candidates.empty()) throw std::invalid_argument("SLOPE: there is no candidate");
  std::vector<std::size_t> order(candidates.size());
  std::iota(order.rbegin(), order.rend(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return candidates[a].half_width > candidates[b].half_width;
  });
  const double factor = std::sqrt(6.0) - 1;
  std::size_t taken = 0;
  for (std::size_t i = 1; i < order.size(); ++i) {
    const SlopeCandidate& here = candidates[order[i]];
    const bool agrees = std::all_of(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(i),
                                    [&](std::size_t before) {
                                      const SlopeCandidate& other = candidates[before];
                                      return std::fabs(here.estimate - other.estimate) <=
                                             here.half_width + factor * other.half_width;
                                    });
    if (!agrees) break;
    taken = i;
  }
  return order[taken];
}

double slope_half_width(std::span<const double> values, double delta) {
  const double n = static_cast<double>(values.size());
  return statistics::student_t_quantile(1 - delta, n - 1) * mean_and_deviation(values).deviation /
         std::sqrt(n);
}

double mse_bound(std::span<const double> values, std::span<const double> weights,
                 std::span<const double> changed_weights, std::span<const double> outcomes,
                 bool upper, double delta) {
  const double n = static_cast<double>(values.size());
  const double deviation = mean_and_deviation(values).deviation;
  numeric::ExactSum lost, squares;
  double most = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    lost.add((weights[i] - changed_weights[i]) * outcomes[i]);
    squares.add(weights[i] * weights[i]);
    most = std::max(most, weights[i]);
  }
  double bias = std::fabs(lost.value() / n);
  if (upper) {
    const double log_term = numeric::log(2 / delta);
    bias += std::sqrt(2 * squares.value() / n * log_term / n) + 2 * most * log_term / (3 * n);
  }
  return deviation * deviation * (n - 1) / n / n + bias * bias;
}

}  // namespace replaybench::offpolicy

#include "suite/statistics/intervals.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "suite/numeric/elementary.hpp"
#include "suite/numeric/moments.hpp"

namespace replaybench::statistics {

namespace {

std::vector<double> sorted_statistics(std::span<const double> statistics, double level) {
  const std::size_t fewest = min_resamples(level);
  if (statistics.size() < fewest) {
    throw std::invalid_argument("this level needs at least " + std::to_string(fewest) +
                                " resamples, there are " + std::to_string(statistics.size()));
  }
  std::vector<double> sorted(statistics.begin(), statistics.end());
  for (const double value : sorted) {
    if (std::isnan(value)) throw std::invalid_argument("a resampled statistic is NaN");
  }
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

void check_estimate(double estimate) {
  if (!std::isfinite(estimate)) throw std::invalid_argument("the estimate is not a finite number");
}

}  // namespace

std::size_t min_resamples(double level) {
  if (!(level > 0 && level < 1)) throw std::invalid_argument("a level is not in (0, 1)");
  // The double 0.95 is above 0.95 and 1 - 0.95 below 0.05: the number is 40, not 41.
  const double exact = 2 / (1 - level) * (1 - 1e-12);
  if (exact > 1e15) throw std::invalid_argument("a level is too near to 1");
  return static_cast<std::size_t>(std::ceil(exact));
}

ResampleBias weigh_bias(double distance) {
  const double size = std::fabs(distance);
  return size > 1     ? ResampleBias::too_large
         : size > 0.5 ? ResampleBias::displaces
                      : ResampleBias::negligible;
}

double quantile(std::span<const double> sorted, double p) {
  const double place = static_cast<double>(sorted.size() - 1) * p;
  const auto below = static_cast<std::size_t>(place);
  const double weight = place - std::floor(place);
  const double low = sorted[below];
  if (weight == 0 || below + 1 == sorted.size()) return low;
  const double high = sorted[below + 1];
  if (low == high) return low;
  if (std::isinf(low)) return low;
  if (std::isinf(high)) return high;
  return low + weight * (high - low);
}

Interval percentile_interval(std::span<const double> statistics, double level) {
  const auto sorted = sorted_statistics(statistics, level);
  const double tail = (1 - level) / 2;
  return {quantile(sorted, tail), quantile(sorted, 1 - tail)};
}

Interval basic_interval(double estimate, std::span<const double> statistics, double level) {
  check_estimate(estimate);
  const auto [low, high] = percentile_interval(statistics, level);
  return {2 * estimate - high, 2 * estimate - low};
}

Interval studentised_interval(double estimate, double standard_error,
                              std::span<const double> studentised, double level) {
  check_estimate(estimate);
  if (!(standard_error >= 0) || std::isinf(standard_error)) {
    throw std::invalid_argument("a standard error is not a number from 0 up");
  }
  const auto [low, high] = percentile_interval(studentised, level);
  // A sample without spread has no resample with one: 0 times infinity is 0 here.
  if (standard_error == 0) return {estimate, estimate};
  return {estimate - standard_error * high, estimate - standard_error * low};
}

Interval bca_interval(double estimate, std::span<const double> statistics, double acceleration,
                      double level) {
  check_estimate(estimate);
  if (!std::isfinite(acceleration)) throw std::invalid_argument("the acceleration is not finite");
  const auto sorted = sorted_statistics(statistics, level);
  const auto first = std::lower_bound(sorted.begin(), sorted.end(), estimate);
  const auto last = std::upper_bound(sorted.begin(), sorted.end(), estimate);
  const auto count = static_cast<double>(sorted.size());
  if (first == sorted.begin() && last == sorted.end()) return {estimate, estimate};
  const double z0 = numeric::normal_quantile(
      (static_cast<double>(first - sorted.begin()) + 0.5 * static_cast<double>(last - first)) /
      count);
  const auto end = [&](double tail) {
    const double shifted = z0 + numeric::normal_quantile(tail);
    const double slowed = 1 - acceleration * shifted;
    if (std::isinf(z0) || !(slowed > 0)) return std::numeric_limits<double>::quiet_NaN();
    return quantile(sorted, numeric::normal_cdf(z0 + shifted / slowed));
  };
  const double tail = (1 - level) / 2;
  return {end(tail), end(1 - tail)};
}

double jackknife_acceleration(std::span<const double> without_one) {
  if (without_one.size() < 2) throw std::invalid_argument("a jackknife needs two values");
  numeric::Sum total;
  for (const double value : without_one) {
    if (!std::isfinite(value)) throw std::invalid_argument("a jackknife value is not finite");
    total.add(value);
  }
  const auto [lowest, highest] = std::minmax_element(without_one.begin(), without_one.end());
  if (*lowest == *highest) return 0;  // not what rounding makes of the mean
  const double mean = total.value() / static_cast<double>(without_one.size());
  numeric::Sum squares;
  numeric::Sum cubes;
  for (const double value : without_one) {
    const double d = mean - value;
    squares.add(d * d);
    cubes.add(d * d * d);
  }
  return cubes.value() / (6 * squares.value() * std::sqrt(squares.value()));
}

double mean_acceleration(std::span<const double> sample) {
  // Without value i the mean is (n mean - x_i) / (n - 1), so d_i is (x_i - mean) / (n - 1), and the
  // factor cancels: the acceleration is minus the one of the sample as if it were the estimates.
  return -jackknife_acceleration(sample);
}

}  // namespace replaybench::statistics

#include <array>
#include <cmath>

#include "algorithms/ad_predictor/discretisers/discretisers.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/statistics/bandwidth.hpp"

namespace replaybench::algorithms::ad_predictor {

namespace {

constexpr std::size_t grid = 128;
constexpr std::size_t max_peaks = 7;  // 6 valleys and the two ends are 8 cuts

using Values = std::array<double, first_values>;

// Kernel density on `grid` points from the least to the greatest value.
std::array<double, grid> density(std::span<const double> sorted) {
  const double n = static_cast<double>(sorted.size());
  double mean = 0;
  double square = 0;
  for (const double x : sorted) mean += x / n;
  for (const double x : sorted) square += (x - mean) * (x - mean) / n;
  const double quartiles = sorted[sorted.size() * 3 / 4] - sorted[sorted.size() / 4];
  const double width = 0.5 * statistics::silverman_bandwidth(std::sqrt(square), quartiles, n);
  std::array<double, grid> heights{};
  const double step = (sorted.back() - sorted.front()) / (grid - 1);
  for (std::size_t i = 0; i < grid; ++i) {
    const double at = sorted.front() + step * static_cast<double>(i);
    for (const double x : sorted) {
      const double z = (at - x) / width;
      if (z * z < 50) heights[i] += numeric::exp(-z * z / 2);
    }
  }
  return heights;
}

// The places of the valleys between peaks that count.
std::size_t valleys(const std::array<double, grid>& heights, std::span<std::size_t> out) {
  std::size_t count = 0;
  double peak = heights[0];  // highest since the last valley that counts
  std::size_t lowest = 0;    // place of the lowest since that peak
  for (std::size_t i = 1; i < grid; ++i) {
    const bool fell = heights[lowest] < 0.7 * peak;
    if (fell && heights[i] * 0.7 > heights[lowest]) {  // risen again: a new peak
      if (count == out.size()) return count;
      out[count++] = lowest;
      peak = heights[i];
      lowest = i;
    } else if (!fell && heights[i] >= peak) {
      peak = heights[i];
      lowest = i;
    } else if (heights[i] < heights[lowest]) {
      lowest = i;
    }
  }
  return count;
}

}  // namespace

std::size_t group_cuts(std::span<const double> sorted, std::span<double> out) {
  const std::size_t n = sorted.size();
  const auto zeros = static_cast<std::size_t>(std::count(sorted.begin(), sorted.end(), 0.0));
  if (2 * zeros >= n) {
    // x >= the least positive number is x > 0: so {0} has a bucket of its own.
    constexpr double exponential[] = {
        0, std::numeric_limits<double>::denorm_min(), 0.01, 0.1, 1, 10, 100, 1000, 10000};
    std::copy(std::begin(exponential), std::end(exponential), out.begin());
    return std::size(exponential);
  }
  if (!(sorted.front() < sorted.back())) {
    out[0] = sorted.front();
    out[1] = std::nextafter(sorted.front(), std::numeric_limits<double>::infinity());
    return 2;
  }
  const bool logarithmic = sorted.front() > 0 && sorted.back() > 100 * sorted.front();
  Values scaled;
  for (std::size_t i = 0; i < n; ++i) scaled[i] = logarithmic ? numeric::log(sorted[i]) : sorted[i];
  const std::span<const double> values(scaled.data(), n);
  std::array<std::size_t, max_peaks - 1> places;
  const std::size_t found = valleys(density(values), places);
  const double range = values.back() - values.front();
  const auto unscaled = [&](double y) { return logarithmic ? numeric::exp(y) : y; };
  std::size_t count = 0;
  const auto add = [&](double cut) {
    if (count == 0 || cut > out[count - 1]) out[count++] = cut;
  };
  add(unscaled(values.front() - range / 10));
  for (std::size_t k = 0; k < found; ++k) {
    add(unscaled(values.front() + range * static_cast<double>(places[k]) / (grid - 1)));
  }
  add(unscaled(values.back() + range / 10));
  return count;
}

}  // namespace replaybench::algorithms::ad_predictor

#include "suite/statistics/sample_mean.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "suite/numeric/moments.hpp"
#include "suite/stream/binomial.hpp"

namespace replaybench::statistics {

namespace {

void check_sizes(std::uint64_t size, std::uint64_t count) {
  if (size == 0) throw std::invalid_argument("a resample needs a value");
  if (count == 0) throw std::invalid_argument("a bootstrap needs a resample");
}

void check_finite(std::span<const double> values) {
  for (const double value : values) {
    if (!std::isfinite(value))
      throw std::invalid_argument("a sample has a value that is not finite");
  }
}

double centred_deviation(double sum, double squares, double size) {
  const double offset = sum / size;
  const double variance = squares / size - offset * offset;
  return std::sqrt(variance < 0 ? 0 : variance);  // NaN stays, where squares overflow
}

double studentise(double error, double deviation) {
  if (deviation > 0) return error / deviation;
  if (error == 0) return 0;
  return std::copysign(std::numeric_limits<double>::infinity(), error);
}

std::vector<double> of_each(const Resamples& resamples, const auto& statistic) {
  std::vector<double> values(resamples.means.size());
  const double root = std::sqrt(static_cast<double>(resamples.size));
  for (std::size_t b = 0; b < values.size(); ++b) {
    values[b] = statistic(root * (resamples.means[b] - resamples.mean), resamples.deviations[b]);
  }
  return values;
}

}  // namespace

Resamples resample_mean(std::span<const double> sample, std::uint64_t size, std::uint64_t count,
                        StreamKey key) {
  check_sizes(size, count);
  if (sample.empty() || sample.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw std::invalid_argument("a sample needs 1 to 2^32 - 1 values");
  }
  check_finite(sample);
  const auto T = static_cast<double>(sample.size());
  numeric::Sum total;
  for (const double value : sample) total.add(value);
  Resamples resamples;
  const auto [lowest, highest] = std::minmax_element(sample.begin(), sample.end());
  resamples.mean = *lowest == *highest ? *lowest : total.value() / T;
  resamples.size = size;
  resamples.means.reserve(count);
  resamples.deviations.reserve(count);
  // Deviations from the mean: their squares do not cancel.
  std::vector<double> centred(sample.begin(), sample.end());
  numeric::Sum squares;
  for (double& value : centred) {
    value -= resamples.mean;
    squares.add(value * value);
  }
  resamples.deviation = std::sqrt(squares.value() / T);
  const auto n = static_cast<double>(size);
  const auto records = static_cast<std::uint32_t>(sample.size());
  for (std::uint64_t b = 0; b < count; ++b) {
    Draws draws(key, b);
    double sum = 0;
    double sum_of_squares = 0;
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (std::uint64_t t = 0; t < size; ++t) {
      const double value = centred[draws.below(records)];
      sum += value;
      sum_of_squares += value * value;
      low = std::min(low, value);
      high = std::max(high, value);
    }
    // Equal values have deviation 0, not the root of a rounding error, and their own mean.
    const bool equal = low == high;
    resamples.means.push_back(resamples.mean + (equal ? low : sum / n));
    resamples.deviations.push_back(equal ? 0 : centred_deviation(sum, sum_of_squares, n));
  }
  return resamples;
}

Resamples resample_levels(std::span<const double> levels, std::span<const std::uint64_t> counts,
                          std::uint64_t size, std::uint64_t count, StreamKey key) {
  check_sizes(size, count);
  if (levels.size() != counts.size()) {
    throw std::invalid_argument("a sample needs as many counts as levels");
  }
  if (size > static_cast<std::uint64_t>(BinomialDistribution::max_trials)) {
    throw std::invalid_argument("a resample has at most 10^12 values");
  }
  check_finite(levels);
  std::uint64_t records = 0;
  std::uint64_t most = 0;
  double most_frequent = 0;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (i > 0 && !(levels[i - 1] < levels[i])) {
      throw std::invalid_argument("the levels of a sample do not increase");
    }
    records += counts[i];
    if (counts[i] <= most) continue;
    most = counts[i];
    most_frequent = levels[i];
  }
  if (records == 0) throw std::invalid_argument("a sample needs a value");
  const auto T = static_cast<double>(records);
  numeric::Sum total;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    total.add(levels[i] * static_cast<double>(counts[i]));
  }
  Resamples resamples;
  resamples.mean = most == records ? most_frequent : total.value() / T;
  resamples.size = size;
  resamples.means.reserve(count);
  resamples.deviations.reserve(count);
  numeric::Sum squares;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const double centred = levels[i] - resamples.mean;
    squares.add(centred * centred * static_cast<double>(counts[i]));
  }
  resamples.deviation = std::sqrt(squares.value() / T);
  const auto n = static_cast<double>(size);
  for (std::uint64_t b = 0; b < count; ++b) {
    Draws draws(key, b);
    double sum = 0;
    double sum_of_squares = 0;
    std::size_t last = 0;
    int met = 0;
    draw_multinomial(draws, size, counts, [&](std::size_t i, std::uint64_t times) {
      const double centred = levels[i] - resamples.mean;
      sum += centred * static_cast<double>(times);
      sum_of_squares += centred * centred * static_cast<double>(times);
      last = i;
      ++met;
    });
    resamples.means.push_back(met == 1 ? levels[last] : resamples.mean + sum / n);
    resamples.deviations.push_back(met == 1 ? 0 : centred_deviation(sum, sum_of_squares, n));
  }
  return resamples;
}

std::vector<double> studentised(const Resamples& resamples) {
  return of_each(resamples, studentise);
}

std::vector<double> errors(const Resamples& resamples) {
  return of_each(resamples, [](double error, double) { return error; });
}

std::vector<double> rescaled_errors(const Resamples& resamples) {
  return of_each(resamples, [&](double error, double deviation) {
    // sigma = 0 only if all values are equal, and then every eps_b is 0.
    return resamples.deviation * studentise(error, deviation);
  });
}

std::vector<double> errors_as_printed(const Resamples& resamples) {
  const double variance = resamples.deviation * resamples.deviation;
  return of_each(resamples, [&](double error, double deviation) {
    return studentise(-studentise(error, deviation), variance);
  });
}

std::vector<double> cdf_statistics_as_printed(const Resamples& resamples) {
  numeric::Moments moments;
  for (const double mean : resamples.means) moments.add(mean);
  const double spread = std::sqrt(moments.m2 / static_cast<double>(moments.count));
  return of_each(resamples, [&](double error, double) { return studentise(error, spread); });
}

}  // namespace replaybench::statistics

#include "suite/statistics/sample_mean.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "suite/numeric/moments.hpp"
#include "suite/statistics/empirical_distribution.hpp"
#include "suite/statistics/success_rate_distribution.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;
using namespace replaybench::statistics;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double deviation_of(const std::vector<double>& values) {
  numeric::Moments moments;
  for (const double value : values) moments.add(value);
  return moments.standard_deviation();
}

/// The distribution of eps over all T^T' resamples (thesis, section 5.6.2, p. 139, Efron's
/// original), by brute force.
EmpiricalDistribution distribution_of_all(const std::vector<double>& sample, std::uint64_t size) {
  std::uint64_t all = 1;
  for (std::uint64_t t = 0; t < size; ++t) all *= sample.size();
  double mean = 0;
  for (const double value : sample) mean += value / static_cast<double>(sample.size());
  std::vector<double> statistics;
  for (std::uint64_t code = 0; code < all; ++code) {
    std::vector<double> drawn;
    for (std::uint64_t t = 0, rest = code; t < size; ++t, rest /= sample.size()) {
      drawn.push_back(sample[rest % sample.size()]);
    }
    double drawn_mean = 0;
    for (const double value : drawn) drawn_mean += value / static_cast<double>(size);
    double variance = 0;
    for (const double value : drawn) {
      variance += (value - drawn_mean) * (value - drawn_mean) / static_cast<double>(size);
    }
    const double error = std::sqrt(static_cast<double>(size)) * (drawn_mean - mean);
    // Rounded, so that equal statistics of different resamples are equal here.
    statistics.push_back(variance < 1e-20 ? std::copysign(infinity, error)
                                          : std::round(error / std::sqrt(variance) * 1e9) / 1e9);
  }
  return EmpiricalDistribution(statistics);
}

std::vector<double> rounded(std::vector<double> values) {
  for (double& value : values) value = std::round(value * 1e9) / 1e9;
  return values;
}

}  // namespace

TEST_CASE("sample_mean: two values by hand") {
  // Resamples of size 2 from {0, 1}: (0,0), (0,1), (1,0), (1,1) with means 0, 1/2, 1/2, 1.
  const std::vector<double> sample{0, 1};
  const auto resamples = resample_mean(sample, 2, 2000, {511});
  CHECK(resamples.mean == 0.5);
  CHECK(resamples.deviation == 0.5);
  const auto statistics = studentised(resamples);
  int low = 0;
  for (std::size_t b = 0; b < 2000; ++b) {
    if (resamples.means[b] == 0) {
      ++low;
      CHECK(resamples.deviations[b] == 0);
      CHECK(statistics[b] == -infinity);
    } else if (resamples.means[b] == 1) {
      CHECK(statistics[b] == infinity);
    } else {
      CHECK(resamples.means[b] == 0.5);
      CHECK(resamples.deviations[b] == 0.5);
      CHECK(statistics[b] == 0);
    }
  }
  CHECK(std::fabs(low - 500) < 4 * std::sqrt(2000 * 0.25 * 0.75));
}

TEST_CASE("sample_mean: three values by hand, corrected and as printed") {
  // One resample made by hand: {1, 2, 6} has mean 3, deviation sqrt(14/3); {1, 1, 2}: 4/3,
  // sqrt(2)/3.
  Resamples resamples;
  resamples.mean = 3;
  resamples.deviation = std::sqrt(14.0 / 3);
  resamples.size = 3;
  resamples.means = {4.0 / 3};
  resamples.deviations = {std::sqrt(2.0) / 3};
  const double error = std::sqrt(3.0) * (4.0 / 3 - 3);
  const double eps = error / (std::sqrt(2.0) / 3);
  CHECK(errors(resamples)[0] == Approx(error));
  CHECK(studentised(resamples)[0] == Approx(eps));
  CHECK(rescaled_errors(resamples)[0] == Approx(eps * std::sqrt(14.0 / 3)));
  // The listing: other sign, and a division by what it calls sigma and is the variance.
  CHECK(errors_as_printed(resamples)[0] == Approx(-eps / (14.0 / 3)));
}

TEST_CASE("sample_mean: resampling has the distribution of all resamples") {
  const std::vector<double> sample{0, 1, 1.5, 7};
  const std::uint64_t size = GENERATE(2, 3, 5, 7);  // below and above T = 4
  const auto resamples = resample_mean(sample, size, 100'000, {512});
  const double distance = EmpiricalDistribution(rounded(studentised(resamples)))
                              .sup_distance(distribution_of_all(sample, size));
  CHECK(distance * std::sqrt(100'000) < 2.2);
  CHECK(distance > 0);
}

TEST_CASE("sample_mean: drawing counts has the distribution of all resamples") {
  // {0, 0, 1, 3, 3}: levels 0, 1, 3.
  const std::uint64_t size = GENERATE(2, 4, 6);
  const std::vector<double> levels{0, 1, 2, 3};
  const std::vector<std::uint64_t> counts{2, 1, 0, 2};
  const auto resamples = resample_levels(levels, counts, size, 100'000, {513});
  CHECK(resamples.mean == Approx(1.4));
  CHECK(resamples.deviation == Approx(std::sqrt(19.0 / 5 - 1.96)));
  const double distance = EmpiricalDistribution(rounded(studentised(resamples)))
                              .sup_distance(distribution_of_all({0, 0, 1, 3, 3}, size));
  CHECK(distance * std::sqrt(100'000) < 2.2);
}

TEST_CASE("sample_mean: Bernoulli counts have the exact binomial distribution") {
  const std::vector<double> levels{0, 1};
  const std::vector<std::uint64_t> counts{700, 300};
  const std::uint64_t size = GENERATE(10, 1000, 1'000'000);
  const auto resamples = resample_levels(levels, counts, size, 50'000, {514});
  // Rounded on both sides: the two compute the same number differently.
  const auto exact = studentised_success_distribution(size, 0.3);
  std::vector<double> at(exact.values().begin(), exact.values().end());
  std::vector<double> weights;
  double before = 0;
  for (const double value : exact.cumulative()) {
    weights.push_back(value - before);
    before = value;
  }
  const EmpiricalDistribution truth(rounded(at), weights);
  CHECK(EmpiricalDistribution(rounded(studentised(resamples))).sup_distance(truth) *
            std::sqrt(50'000) <
        2.2);
}

TEST_CASE("sample_mean: expansion changes the means' spread, not the errors'") {
  std::vector<double> sample;
  Draws draws({515}, 0);
  for (int t = 0; t < 50; ++t) sample.push_back(draws.normal());
  for (const std::uint64_t size : {10, 50, 500}) {
    const auto resamples = resample_mean(sample, size, 4000, {516});
    const double expected = resamples.deviation / std::sqrt(static_cast<double>(size));
    CHECK(deviation_of(resamples.means) == Approx(expected).epsilon(4 / std::sqrt(8000.0)));
    CHECK(deviation_of(errors(resamples)) ==
          Approx(resamples.deviation).epsilon(4 / std::sqrt(8000.0)));
  }
}

TEST_CASE(
    "sample_mean: the printed distribution function has a root too many, section 5.3.2 (p. 126)") {
  std::vector<double> sample;
  Draws draws({517}, 0);
  for (int t = 0; t < 100; ++t) sample.push_back(draws.uniform());
  const auto resamples = resample_mean(sample, 400, 2000, {518});
  // Divided by its own standard deviation, so exactly (except for the divisor B): sqrt(T') = 20.
  CHECK(deviation_of(cdf_statistics_as_printed(resamples)) == Approx(20).epsilon(3e-4));
  CHECK(deviation_of(studentised(resamples)) == Approx(1).epsilon(0.1));
}

TEST_CASE("sample_mean: the printed statistics of three resamples by hand") {
  // Means 1, 2, 6: their mean is 3, and their deviation sqrt(14/3), with divisor B.
  Resamples resamples;
  resamples.mean = 2;
  resamples.size = 4;
  resamples.means = {1, 2, 6};
  resamples.deviations = {1, 1, 1};
  const auto statistics = cdf_statistics_as_printed(resamples);
  REQUIRE(statistics.size() == 3);
  const double spread = std::sqrt(14.0 / 3);
  CHECK(statistics[0] == Approx(-2 / spread).epsilon(1e-14));
  CHECK(statistics[1] == 0);
  CHECK(statistics[2] == Approx(8 / spread).epsilon(1e-14));
}

TEST_CASE("sample_mean: units") {
  // Rewards doubled: the errors double, eps stays; the printed output is divided by four.
  const std::vector<double> sample{0, 1, 1.5, 7};
  const std::vector<double> doubled{0, 2, 3, 14};
  const auto one = resample_mean(sample, 6, 50, {519});
  const auto two = resample_mean(doubled, 6, 50, {519});
  for (std::size_t b = 0; b < 50; ++b) {
    if (one.deviations[b] == 0) continue;
    CHECK(studentised(two)[b] == Approx(studentised(one)[b]));
    CHECK(rescaled_errors(two)[b] == Approx(2 * rescaled_errors(one)[b]));
    CHECK(errors_as_printed(two)[b] == Approx(errors_as_printed(one)[b] / 4));
  }
}

TEST_CASE("sample_mean: a sample of equal values has only zeros, never NaN") {
  const std::vector<double> sample(7, 0.1);
  const std::vector<double> level{0.1};
  const std::vector<std::uint64_t> seven{7};
  for (const auto& resamples :
       {resample_mean(sample, 9, 20, {520}), resample_levels(level, seven, 9, 20, {520})}) {
    CHECK(resamples.mean == 0.1);
    CHECK(resamples.deviation == 0);
    for (std::size_t b = 0; b < 20; ++b) {
      CHECK(resamples.means[b] == 0.1);
      CHECK(studentised(resamples)[b] == 0);
      CHECK(rescaled_errors(resamples)[b] == 0);
      CHECK(errors_as_printed(resamples)[b] == 0);
      CHECK(cdf_statistics_as_printed(resamples)[b] == 0);
    }
  }
}

TEST_CASE("sample_mean: a resample of equal values has deviation 0 exactly") {
  const std::vector<double> sample{0.1, 0.3, 0.7};
  const auto resamples = resample_mean(sample, 3, 2000, {521});
  int equal = 0;
  for (std::size_t b = 0; b < 2000; ++b) {
    if (resamples.deviations[b] > 1e-6) continue;
    ++equal;
    CHECK(resamples.deviations[b] == 0);
    CHECK(std::isinf(studentised(resamples)[b]));
  }
  CHECK(std::fabs(equal - 2000.0 / 9) < 4 * std::sqrt(2000 * 8.0 / 81));
}

TEST_CASE("sample_mean: what makes no sense is refused") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto of = [](std::vector<double> sample, std::uint64_t size, std::uint64_t count) {
    return resample_mean(sample, size, count, {1});
  };
  CHECK_THROWS_AS(of({}, 1, 1), std::invalid_argument);
  CHECK_THROWS_AS(of({1, nan}, 1, 1), std::invalid_argument);
  CHECK_THROWS_AS(of({1, infinity}, 1, 1), std::invalid_argument);
  CHECK_THROWS_AS(of({1}, 0, 1), std::invalid_argument);
  CHECK_THROWS_AS(of({1}, 1, 0), std::invalid_argument);
  const auto levels = [](std::vector<double> values, std::vector<std::uint64_t> counts,
                         std::uint64_t size) {
    return resample_levels(values, counts, size, 1, {1});
  };
  CHECK_THROWS_AS(levels({0, 1}, {1}, 1), std::invalid_argument);
  CHECK_THROWS_AS(levels({0, 1}, {0, 0}, 1), std::invalid_argument);
  CHECK_THROWS_AS(levels({1, 0}, {1, 1}, 1), std::invalid_argument);
  CHECK_THROWS_AS(levels({1, 1}, {1, 1}, 1), std::invalid_argument);
  CHECK_THROWS_AS(levels({0, nan}, {1, 1}, 1), std::invalid_argument);
  CHECK_THROWS_AS(levels({0, 1}, {1, 1}, 0), std::invalid_argument);
  CHECK_THROWS_AS(levels({0, 1}, {1, 1}, 2'000'000'000'000), std::invalid_argument);
}

TEST_CASE("sample_mean: the draws are always the same") {
  const std::vector<double> sample{0, 1, 2, 4, 8, 16, 32, 64};
  const auto resamples = resample_mean(sample, 4, 6, {522});
  CHECK(resamples.means == std::vector<double>{17, 40, 3, 49, 17, 3});
  const std::vector<std::uint64_t> counts{1, 2, 3, 4, 5, 6, 7, 8};
  CHECK(resample_levels(sample, counts, 64, 4, {522}).means ==
        std::vector<double>{25.921875, 28.78125, 25.671875, 26.109375});
}

TEST_CASE("sample_mean: a deviation that overflows is not 0") {
  const std::vector<double> sample{1e200, -1e200, 3e200, 2e200};
  const auto resamples = resample_mean(sample, 4, 20, {5});
  // Few of 20 resamples of four values have one distinct value.
  CHECK(std::count(resamples.deviations.begin(), resamples.deviations.end(), 0.0) < 5);
}

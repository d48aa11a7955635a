#include "suite/statistics/mean_distribution.hpp"

#include <algorithm>
#include <boost/math/distributions/gamma.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "suite/statistics/empirical_distribution.hpp"
#include "suite/statistics/sample_mean.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;
using namespace replaybench::statistics;

namespace {

std::vector<double> grid() {
  std::vector<double> x;
  for (int i = -16; i <= 16; ++i) x.push_back(0.25 * i);
  return x;
}

std::vector<double> studentised_at(const MeanDistribution& distribution, double n,
                                   const std::vector<double>& x) {
  const DrawCount count{n, 1};
  std::vector<double> out(x.size());
  distribution.studentised({&count, 1}, x, out);
  return out;
}

std::vector<double> standardised_at(const MeanDistribution& distribution, double n,
                                    const std::vector<double>& x) {
  const DrawCount count{n, 1};
  std::vector<double> out(x.size());
  distribution.standardised({&count, 1}, x, out);
  return out;
}

/// A density on a grid of midpoints: weights at steps of `step` from `low` to `high`.
template <class Density>
MeanDistribution distribution_of_density(double low, double high, double step,
                                         const Density& density) {
  std::vector<double> values;
  std::vector<double> weights;
  for (double x = low + step / 2; x < high; x += step) {
    values.push_back(x);
    weights.push_back(density(x));
  }
  return MeanDistribution(values, weights);
}

std::vector<double> skewed_sample(int size) {
  std::vector<double> sample;
  Draws draws({531}, 0);
  for (int t = 0; t < size; ++t) sample.push_back(-std::log1p(-draws.uniform()));
  return sample;
}

}  // namespace

TEST_CASE("mean_distribution: normal draws give Student's distribution") {
  const auto distribution =
      distribution_of_density(-9, 9, 0.05, [](double x) { return std::exp(-x * x / 2); });
  CHECK(distribution.mean() == Approx(0).margin(1e-12));
  CHECK(distribution.deviation() == Approx(1).epsilon(1e-9));
  const double n = GENERATE(10, 30, 200);
  const boost::math::students_t_distribution<double> t(n - 1);
  const auto x = grid();
  const auto out = studentised_at(distribution, n, x);
  // sigma_hat has divisor n: eps sqrt((n-1)/n) has Student's distribution.
  for (std::size_t i = 0; i < x.size(); ++i) {
    CHECK(std::fabs(out[i] - cdf(t, x[i] * std::sqrt((n - 1) / n))) < (n == 10 ? 1e-5 : 2e-6));
  }
}

TEST_CASE("mean_distribution: exponential draws give a gamma distribution before studentising") {
  const auto distribution =
      distribution_of_density(0, 40, 0.01, [](double x) { return std::exp(-x); });
  const double n = GENERATE(10, 25, 400);
  const boost::math::gamma_distribution<double> gamma(n);
  const auto x = grid();
  const auto out = standardised_at(distribution, n, x);
  // The midpoints cost n 0.01^2 / 24 of the variance, relative 4e-6.
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double sum = n + x[i] * std::sqrt(n);
    CHECK(std::fabs(out[i] - (sum > 0 ? cdf(gamma, sum) : 0)) < 1e-5);
  }
}

TEST_CASE("mean_distribution: at 0 both distributions are the same") {
  const MeanDistribution distribution(skewed_sample(60));
  const double n = GENERATE(12, 60, 500);
  CHECK(studentised_at(distribution, n, {0})[0] ==
        Approx(standardised_at(distribution, n, {0})[0]).margin(1e-6));
}

TEST_CASE("mean_distribution: Algorithm 13, run, converges to it") {
  const auto sample = skewed_sample(30);
  const MeanDistribution distribution(sample);
  const std::uint64_t size = GENERATE(15, 30, 90);
  constexpr std::uint64_t count = 400'000;
  const auto resamples = resample_mean(sample, size, count, {532});
  const EmpiricalDistribution drawn(studentised(resamples));
  auto means = errors(resamples);
  for (double& error : means) error /= resamples.deviation;
  const EmpiricalDistribution drawn_means(means);
  const auto x = grid();
  const auto t = studentised_at(distribution, static_cast<double>(size), x);
  const auto e = standardised_at(distribution, static_cast<double>(size), x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    CHECK(std::fabs(drawn.cdf(x[i]) - t[i]) * std::sqrt(count) < 2.2);
    CHECK(std::fabs(drawn_means.cdf(x[i]) - e[i]) * std::sqrt(count) < 2.2);
  }
}

TEST_CASE("mean_distribution: weights are repetitions, and a weight of 0 is absence") {
  const auto sample = skewed_sample(20);
  std::vector<double> values = sample;
  std::vector<double> weights(sample.size(), 2);
  std::vector<double> repeated = sample;
  repeated.insert(repeated.end(), sample.begin(), sample.end());
  values.push_back(1000);
  weights.push_back(0);
  for (int i = 0; i < 5; ++i) {
    weights[static_cast<std::size_t>(i)] = 3;
    repeated.push_back(sample[static_cast<std::size_t>(i)]);
  }
  const auto x = grid();
  const auto a = studentised_at(MeanDistribution(values, weights), 30, x);
  const auto b = studentised_at(MeanDistribution(repeated), 30, x);
  for (std::size_t i = 0; i < x.size(); ++i) CHECK(a[i] == Approx(b[i]).margin(1e-9));
}

TEST_CASE("mean_distribution: units do not matter, and a reflection turns the distribution round") {
  const auto sample = skewed_sample(40);
  auto moved = sample;
  auto reflected = sample;
  for (double& value : moved) value = 100 + 7 * value;
  for (double& value : reflected) value = -value;
  auto x = grid();
  const auto here = studentised_at(MeanDistribution(sample), 40, x);
  const auto there = studentised_at(MeanDistribution(moved), 40, x);
  for (double& at : x) at = -at;
  const auto back = studentised_at(MeanDistribution(reflected), 40, x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    CHECK(there[i] == Approx(here[i]).margin(1e-9));
    CHECK(1 - back[i] == Approx(here[i]).margin(1e-6));
  }
}

TEST_CASE("mean_distribution: a random number of draws is a mixture") {
  const MeanDistribution distribution(skewed_sample(50));
  const auto x = grid();
  const std::vector<DrawCount> counts{{40, 0.2}, {50, 0.5}, {61, 0.3}};
  std::vector<double> mixed(x.size());
  std::vector<double> mixed_means(x.size());
  distribution.studentised(counts, x, mixed);
  distribution.standardised(counts, x, mixed_means);
  for (std::size_t i = 0; i < x.size(); ++i) {
    double sum = 0;
    double sum_of_means = 0;
    for (const auto& count : counts) {
      sum += count.probability * studentised_at(distribution, count.n, {x[i]})[0];
      sum_of_means += count.probability * standardised_at(distribution, count.n, {x[i]})[0];
    }
    CHECK(mixed[i] == Approx(sum).margin(1e-6));
    CHECK(mixed_means[i] == Approx(sum_of_means).margin(1e-8));
  }
}

TEST_CASE("mean_distribution: heavy tails, few draws") {
  // Exp(1): the distances to the normal distribution that a simulation gave: 0.067, 0.031 and, with
  // a noise of half a thousandth, 0.0143.
  const auto distribution =
      distribution_of_density(0, 40, 0.02, [](double x) { return std::exp(-x); });
  const boost::math::normal_distribution<double> normal;
  std::vector<double> x;
  for (int i = -80; i <= 80; ++i) x.push_back(0.05 * i);
  const auto distance = [&](double n) {
    const auto out = studentised_at(distribution, n, x);
    double worst = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      worst = std::max(worst, std::fabs(out[i] - cdf(normal, x[i])));
    }
    return worst;
  };
  CHECK(distance(25) == Approx(0.067).margin(0.001));
  CHECK(distance(100) == Approx(0.031).margin(0.001));
  CHECK(distance(400) == Approx(0.0143).margin(0.0006));
  // Edgeworth's first term is kappa_3 / 6 sqrt(n) times max (2x^2 + 1) phi(x) = 0.7536 at x^2 =
  // 3/2; what is left is O(1/n).
  const double first_400 = 2.0 / 6 * 0.7536 / 20;
  const double first_1600 = 2.0 / 6 * 0.7536 / 40;
  CHECK((distance(1600) - first_1600) / (distance(400) - first_400) == Approx(0.25).margin(0.05));
}

TEST_CASE("mean_distribution: what is no smooth distribution is refused") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto sample = skewed_sample(10);
  auto broken = sample;
  broken[3] = nan;
  CHECK_THROWS_AS(MeanDistribution(broken), std::invalid_argument);
  CHECK_THROWS_AS(MeanDistribution(sample, std::vector<double>(3, 1.0)), std::invalid_argument);
  CHECK_THROWS_AS(MeanDistribution(sample, std::vector<double>(10, -1.0)), std::invalid_argument);
  CHECK_THROWS_AS(MeanDistribution(std::vector<double>{0, 1, 0, 1, 1, 0, 1, 0, 1, 0}),
                  std::invalid_argument);
  CHECK_THROWS_AS(MeanDistribution(std::vector<double>{}), std::invalid_argument);
}

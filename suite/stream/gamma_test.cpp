#include "suite/stream/gamma.hpp"

#include <algorithm>
#include <boost/math/distributions/beta.hpp>
#include <boost/math/distributions/gamma.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <vector>

#include "suite/numeric/elementary.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

constexpr int count = 40'000;

template <class Sample>
std::vector<double> sample_of(std::uint64_t key, const Sample& sample) {
  std::vector<double> values;
  for (int t = 0; t < count; ++t) {
    Draws draws({key}, static_cast<std::uint64_t>(t));
    values.push_back(sample(draws));
  }
  return values;
}

// Kolmogorov's distance of a sample to a distribution, times sqrt(n): 2.2 has probability 1e-4.
template <class Cdf>
double kolmogorov(std::vector<double> sample, const Cdf& cdf) {
  std::sort(sample.begin(), sample.end());
  const auto n = static_cast<double>(sample.size());
  double worst = 0;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const double p = cdf(sample[i]);
    worst = std::max({worst, p - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - p});
  }
  return worst * std::sqrt(n);
}

double mean_of(const std::vector<double>& sample) {
  double sum = 0;
  for (const double value : sample) sum += value;
  return sum / static_cast<double>(sample.size());
}

double variance_of(const std::vector<double>& sample) {
  const double mean = mean_of(sample);
  double sum = 0;
  for (const double value : sample) sum += (value - mean) * (value - mean);
  return sum / static_cast<double>(sample.size() - 1);
}

// P(Gamma(shape) < e^y); where e^y is below every double, the first term of its series.
double log_gamma_cdf(double shape, double y) {
  if (y < -600) return std::exp(shape * y - std::lgamma(shape + 1));
  return boost::math::cdf(boost::math::gamma_distribution<double>(shape), std::exp(y));
}

// P(logit of Beta(a, b) < y); in both tails the first term of the series.
double logit_beta_cdf(double a, double b, double y) {
  const double log_beta = std::lgamma(a) + std::lgamma(b) - std::lgamma(a + b);
  if (y < -600) return std::exp(a * y - std::log(a) - log_beta);
  if (y > 600) return 1 - std::exp(-b * y - std::log(b) - log_beta);
  // From whichever end of [0, 1] is nearer, so that 1 - theta is not rounded to 0.
  if (y < 0) return boost::math::ibeta(a, b, std::exp(y) / (1 + std::exp(y)));
  return boost::math::ibetac(b, a, std::exp(-y) / (1 + std::exp(-y)));
}

}  // namespace

TEST_CASE("gamma variates have the distribution of Boost's distribution function") {
  const double shape = GENERATE(0.001, 0.05, 0.5, 0.999, 1.0, 1.5, 3.0, 40.0, 1e4);
  CAPTURE(shape);
  const auto logs = sample_of(201, [&](Draws& d) { return draw_log_gamma(d, shape); });
  CHECK(kolmogorov(logs, [&](double y) { return log_gamma_cdf(shape, y); }) < 2.2);
}

TEST_CASE("gamma variates: mean and variance are the shape") {
  const double shape = GENERATE(0.05, 0.5, 1.0, 3.0, 40.0);
  CAPTURE(shape);
  const auto sample = sample_of(202, [&](Draws& d) { return draw_gamma(d, shape); });
  CHECK(std::fabs(mean_of(sample) - shape) < 4 * std::sqrt(shape / count));
  // Fourth central moment 3 shape^2 + 6 shape; variance of the sample variance (m4 - shape^2) / n.
  const double error = std::sqrt((2 * shape * shape + 6 * shape) / count);
  CHECK(std::fabs(variance_of(sample) - shape) < 4 * error);
}

TEST_CASE("gamma variates of shape 1 are exponential, of shape n sums of n such") {
  const auto one = sample_of(203, [](Draws& d) { return draw_gamma(d, 1); });
  CHECK(kolmogorov(one, [](double x) { return 1 - std::exp(-x); }) < 2.2);
  const auto two = sample_of(204, [](Draws& d) { return draw_gamma(d, 2); });
  CHECK(kolmogorov(two, [](double x) { return 1 - std::exp(-x) * (1 + x); }) < 2.2);
}

TEST_CASE("beta variates have the distribution of Boost's distribution function") {
  const auto [a, b] = GENERATE(
      table<double, double>({{1, 1}, {0.5, 0.5}, {2, 5}, {30, 1}, {0.05, 10}, {300, 4'000}}));
  CAPTURE(a, b);
  const auto sample =
      sample_of(205, [shape = a, other = b](Draws& d) { return draw_beta(d, shape, other); });
  const boost::math::beta_distribution<double> distribution(a, b);
  CHECK(kolmogorov(sample, [&](double x) { return boost::math::cdf(distribution, x); }) < 2.2);
  CHECK(std::fabs(mean_of(sample) - a / (a + b)) <
        4 * std::sqrt(boost::math::variance(distribution) / count));
}

TEST_CASE("beta variates: tiny shapes keep their distribution, and nothing is NaN") {
  const auto [a, b] = GENERATE(table<double, double>(
      {{0.001, 0.001}, {0.001, 1}, {1, 0.001}, {0.001, 100}, {1e-6, 1e-6}, {1e-5, 3}}));
  CAPTURE(a, b);
  const auto logits =
      sample_of(206, [shape = a, other = b](Draws& d) { return draw_logit_beta(d, shape, other); });
  CHECK(std::all_of(logits.begin(), logits.end(), [](double y) { return std::isfinite(y); }));
  CHECK(kolmogorov(logits, [shape = a, other = b](double y) {
          return logit_beta_cdf(shape, other, y);
        }) < 2.2);
  const auto sample =
      sample_of(206, [shape = a, other = b](Draws& d) { return draw_beta(d, shape, other); });
  CHECK(std::all_of(sample.begin(), sample.end(), [](double x) { return x >= 0 && x <= 1; }));
}

TEST_CASE("beta variates: the ends of the range of shapes") {
  for (std::uint64_t t = 0; t < 1'000; ++t) {
    for (const double a : {lowest_shape, 1e-100, 1.0, highest_shape}) {
      for (const double b : {lowest_shape, 1e-100, 1.0, highest_shape}) {
        Draws draws({207}, t);
        CHECK(std::isfinite(draw_logit_beta(draws, a, b)));
        const double theta = draw_beta(draws, a, b);
        CHECK((theta >= 0 && theta <= 1));
      }
    }
  }
}

TEST_CASE("beta variates from their logits: the same number, where a double can hold it") {
  for (std::uint64_t t = 0; t < 1'000; ++t) {
    Draws one({208}, t);
    Draws other({208}, t);
    const double logit = draw_logit_beta(one, 0.3, 0.7);
    CHECK(draw_beta(other, 0.3, 0.7) == Approx(1 / (1 + std::exp(-logit))).epsilon(1e-12));
    CHECK(one.bits() == other.bits());  // the same draws were used
  }
}

TEST_CASE("near beta odds: those of the logit, by the same draws, nearly always") {
  std::uint64_t unknown = 0;
  std::uint64_t calls = 0;
  for (int t = 0; t < 4'000; ++t) {
    for (const double a : {0.05, 0.9, 1.0, 1.1, 1.5, 40.0, 1e4}) {
      for (const double b : {1.0, 7.25, 1e4}) {
        Draws draws({210}, calls);
        const double logit = draw_logit_beta(draws, a, b);
        NearNormals near({210}, calls);
        const auto odds = draw_near_beta_odds(near, a, b);
        ++calls;
        unknown += !odds;
        if (!odds) continue;
        if (odds->value() > 1e-300) {
          REQUIRE(std::fabs(numeric::log(odds->value()) - logit) < 0.9 * odds_error);
        }
        REQUIRE(odds->value() <= odds->most);
      }
    }
  }
  CHECK(unknown < calls / 2'000);
}

TEST_CASE("near beta odds: the ends of the range of shapes") {
  for (std::uint64_t t = 0; t < 1'000; ++t) {
    for (const double a : {lowest_shape, 1e-100, 1.0, 1e8, highest_shape}) {
      for (const double b : {1.0, 1e8, highest_shape}) {
        Draws draws({211}, t);
        NearNormals near({211}, t);
        const auto odds = draw_near_beta_odds(near, a, b);
        const double logit = draw_logit_beta(draws, a, b);
        if (!odds || odds->value() <= 1e-300) continue;
        REQUIRE(std::fabs(numeric::log(odds->value()) - logit) < 0.9 * odds_error);
      }
    }
  }
}

TEST_CASE("gamma and beta variates: frozen bits") {
  // This program's own, so that a change of the sampler is noticed.
  Draws draws({209}, 1);
  CHECK(draw_gamma(draws, 2.5) == 0x1.31f3b97adc8dp+1);
  CHECK(draw_gamma(draws, 0.25) == 0x1.ffb71c894fdfcp-5);
  CHECK(draw_beta(draws, 1, 1) == 0x1.85cedbacad0aep-2);
  CHECK(draw_beta(draws, 0.5, 30) == 0x1.96562a36cf1ecp-11);
  CHECK(draw_logit_beta(draws, 0.001, 0.001) == 0x1.0f2cef7754138p+10);
}

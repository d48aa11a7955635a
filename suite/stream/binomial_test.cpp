#include "suite/stream/binomial.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

constexpr int count = 200'000;

std::vector<std::int64_t> sample_of(const BinomialDistribution& distribution, std::uint64_t key) {
  std::vector<std::int64_t> values;
  for (int t = 0; t < count; ++t) {
    Draws draws({key}, static_cast<std::uint64_t>(t));
    values.push_back(distribution.draw(draws));
  }
  return values;
}

// The probability, if the sample is of `distribution`, of a chi-square at least as large.
// Neighbouring values share a cell until it expects 10.
double chi_square_tail(const std::vector<std::int64_t>& sample, std::int64_t n, double p) {
  const boost::math::binomial_distribution<double> distribution(static_cast<double>(n), p);
  const auto [low, high] = std::minmax_element(sample.begin(), sample.end());
  std::vector<double> seen(static_cast<std::size_t>(*high - *low) + 1);
  for (const std::int64_t k : sample) ++seen[static_cast<std::size_t>(k - *low)];
  double chi_square = 0;
  int cells = 0;
  double expected = *low > 0 ? count * cdf(distribution, static_cast<double>(*low - 1)) : 0;
  double observed = 0;
  double rest = count;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const double of_k =
        count * pdf(distribution, static_cast<double>(*low) + static_cast<double>(i));
    expected += of_k;
    observed += seen[i];
    const bool last = i + 1 == seen.size();
    if (expected < 10 || rest - expected < 10) {
      if (!last) continue;
    }
    if (last) expected = rest;
    chi_square += (observed - expected) * (observed - expected) / expected;
    rest -= expected;
    expected = observed = 0;
    ++cells;
  }
  if (cells < 2) return 1;
  return cdf(complement(boost::math::chi_squared(cells - 1), chi_square));
}

}  // namespace

TEST_CASE("binomial: the distribution of Boost's probabilities, small and moderate n") {
  // 25 distributions; inversion, rejection and both sides of the switch at n p = 10, from either
  // end.
  const auto n = GENERATE(as<std::int64_t>{}, 1, 2, 19, 21, 300);
  const double p = GENERATE(0.01, 0.034, 0.3, 0.5, 0.97);
  CAPTURE(n, p);
  const auto sample = sample_of(BinomialDistribution(n, p), 401);
  CHECK(*std::min_element(sample.begin(), sample.end()) >= 0);
  CHECK(*std::max_element(sample.begin(), sample.end()) <= n);
  CHECK(chi_square_tail(sample, n, p) > 1e-4);
}

TEST_CASE("binomial: the distribution of Boost's probabilities at the switch and for large n") {
  struct Case {
    std::int64_t n;
    double p;
  };
  const auto [n, p] = GENERATE(Case{1000, 0.00999}, Case{1000, 0.01}, Case{1000, 0.99},
                               Case{20, 0.5}, Case{100'000, 0.4}, Case{10'000'000, 2e-5},
                               Case{1'000'000'000, 1e-9}, Case{1'000'000'000, 3e-7});
  CAPTURE(n, p);
  CHECK(chi_square_tail(sample_of(BinomialDistribution(n, p), 402), n, p) > 1e-4);
}

TEST_CASE("binomial: Kolmogorov's distance at n to 10^12") {
  const auto n = GENERATE(as<std::int64_t>{}, 1'000'000'000, BinomialDistribution::max_trials);
  const double p = GENERATE(0.01, 0.3, 0.5, 0.999);
  CAPTURE(n, p);
  auto sample = sample_of(BinomialDistribution(n, p), 403);
  std::sort(sample.begin(), sample.end());
  // The steps of the distribution are below 1e-6: Kolmogorov's distribution for continuous ones
  // holds.
  const double mean = static_cast<double>(n) * p;
  const double deviation = std::sqrt(mean * (1 - p));
  double worst = 0;
  for (int i = 0; i < count; ++i) {
    const double z =
        (static_cast<double>(sample[static_cast<std::size_t>(i)]) + 0.5 - mean) / deviation;
    // Normal with the first term of Edgeworth's expansion: off by 1/n.
    const double skewness = (1 - 2 * p) / deviation;
    const double below = 0.5 * std::erfc(-z / std::sqrt(2.0)) -
                         skewness / 6 * (z * z - 1) * std::exp(-z * z / 2) / std::sqrt(2 * M_PI);
    worst = std::max({worst, below - static_cast<double>(i) / count,
                      static_cast<double>(i + 1) / count - below});
  }
  CHECK(worst * std::sqrt(count) < 2.2);  // probability 1e-4
}

TEST_CASE("binomial: a shifted p is seen") {
  // The chi-square is not blind to an error of p of 0.001 and 0.004.
  CHECK(chi_square_tail(sample_of(BinomialDistribution(300, 0.3), 404), 300, 0.301) < 1e-4);
  CHECK(chi_square_tail(sample_of(BinomialDistribution(21, 0.3), 404), 21, 0.304) < 1e-4);
}

TEST_CASE("binomial: what is certain takes no draws") {
  Draws draws({1}, 0);
  CHECK(draw_binomial(draws, 0, 0.3) == 0);
  CHECK(draw_binomial(draws, 0, 1) == 0);
  CHECK(draw_binomial(draws, 7, 0) == 0);
  CHECK(draw_binomial(draws, 7, 1) == 7);
  CHECK(draw_binomial(draws, BinomialDistribution::max_trials, 1) ==
        BinomialDistribution::max_trials);
  CHECK(draws.bits() == Draws({1}, 0).bits());
}

TEST_CASE("binomial: p near the ends") {
  const double tiny = std::numeric_limits<double>::denorm_min();
  const double nearly_one = std::nextafter(1.0, 0.0);
  for (int t = 0; t < 1000; ++t) {
    Draws draws({405}, static_cast<std::uint64_t>(t));
    CHECK(draw_binomial(draws, 1'000'000, tiny) == 0);
    CHECK(draw_binomial(draws, 1'000'000, nearly_one) == 1'000'000);
  }
}

TEST_CASE("binomial: probabilities worked by hand") {
  const BinomialDistribution distribution(4, 0.25);  // 81, 108, 54, 12, 1 of 256
  CHECK(std::exp(distribution.log_probability(0)) == Approx(81.0 / 256).epsilon(1e-14));
  CHECK(std::exp(distribution.log_probability(1)) == Approx(108.0 / 256).epsilon(1e-14));
  CHECK(std::exp(distribution.log_probability(4)) == Approx(1.0 / 256).epsilon(1e-14));
  CHECK(distribution.log_probability(-1) == -std::numeric_limits<double>::infinity());
  CHECK(distribution.log_probability(5) == -std::numeric_limits<double>::infinity());
  CHECK(std::exp(BinomialDistribution(4, 0.75).log_probability(3)) ==
        Approx(108.0 / 256).epsilon(1e-14));
  CHECK(BinomialDistribution(4, 0).log_probability(0) == 0);
  CHECK(BinomialDistribution(4, 1).log_probability(4) == 0);
  CHECK(BinomialDistribution(4, 1).log_probability(3) == -std::numeric_limits<double>::infinity());
}

TEST_CASE("binomial: probabilities add up to 1 and their recursion holds") {
  const auto n = GENERATE(as<std::int64_t>{}, 1, 9, 40, 5000);
  const double p = GENERATE(1e-3, 0.2, 0.5, 0.9);
  CAPTURE(n, p);
  const BinomialDistribution distribution(n, p);
  double sum = 0;
  for (std::int64_t k = 0; k <= n; ++k) {
    const double log_p = distribution.log_probability(k);
    sum += std::exp(log_p);
    if (k == n) continue;
    const double step = std::log(p / (1 - p)) + std::log(static_cast<double>(n - k)) -
                        std::log(static_cast<double>(k + 1));
    // Relative to the size of the logarithms, which are large in the tails.
    CHECK(std::fabs(distribution.log_probability(k + 1) - log_p - step) <
          1e-14 * (10 + std::fabs(log_p)));
  }
  CHECK(sum == Approx(1).epsilon(1e-12));
}

TEST_CASE("binomial: a large n keeps the digits of the probabilities") {
  // ln P(k+1) - ln P(k) = ln((n-k)/(k+1) p/q), from differences of ln n! wrong in the 5th digit.
  const std::int64_t n = 1'000'000'000;
  const BinomialDistribution distribution(n, 0.3);
  for (const std::int64_t k : {299'900'000, 299'999'999, 300'000'000, 300'050'000}) {
    const double mean_gap = 0.3 * static_cast<double>(n) - static_cast<double>(k) - 0.7;
    const double step = std::log1p(mean_gap / (0.7 * static_cast<double>(k + 1)));
    CHECK(std::fabs(distribution.log_probability(k + 1) - distribution.log_probability(k) - step) <
          1e-12);
  }
}

TEST_CASE("binomial: the draws are always the same") {
  std::vector<std::int64_t> drawn;
  for (int t = 0; t < 6; ++t) {
    Draws draws({406}, static_cast<std::uint64_t>(t));
    drawn.push_back(draw_binomial(draws, 12, 0.3));
    drawn.push_back(draw_binomial(draws, 1000, 0.3));
    drawn.push_back(draw_binomial(draws, 1'000'000'000, 0.7));
  }
  CHECK(drawn == std::vector<std::int64_t>{4, 290, 700009322, 5, 314, 699979732, 1, 306, 699978587,
                                           6, 298, 699983421, 4, 275, 700028070, 6, 274,
                                           700020169});
}

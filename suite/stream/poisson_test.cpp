#include "suite/stream/poisson.hpp"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/poisson.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

constexpr int poisson_count = 200'000;

std::vector<std::int64_t> poisson_sample(double mean, std::uint64_t key) {
  const PoissonDistribution distribution(mean);
  std::vector<std::int64_t> values;
  for (int t = 0; t < poisson_count; ++t) {
    Draws draws({key}, static_cast<std::uint64_t>(t));
    values.push_back(distribution.draw(draws));
  }
  return values;
}

/// The probability of a chi-square at least as large, if the sample has this mean. Cells of about
/// the same probability, from Boost's quantiles.
double poisson_tail(const std::vector<std::int64_t>& sample, double mean) {
  const boost::math::poisson_distribution<double> distribution(mean);
  constexpr int wanted_cells = 40;
  std::vector<double> ends;
  for (int i = 1; i < wanted_cells; ++i) {
    const double end = std::floor(quantile(distribution, i / static_cast<double>(wanted_cells)));
    if (ends.empty() || end > ends.back()) ends.push_back(end);
  }
  std::vector<double> seen(ends.size() + 1);
  for (const std::int64_t k : sample) {
    ++seen[static_cast<std::size_t>(
        std::lower_bound(ends.begin(), ends.end(), static_cast<double>(k)) - ends.begin())];
  }
  double chi_square = 0;
  double before = 0;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const double upto = i < ends.size() ? cdf(distribution, ends[i]) : 1;
    const double expected = poisson_count * (upto - before);
    chi_square += (seen[i] - expected) * (seen[i] - expected) / expected;
    before = upto;
  }
  return cdf(
      complement(boost::math::chi_squared(static_cast<double>(seen.size() - 1)), chi_square));
}

}  // namespace

TEST_CASE("poisson: the distribution of Boost's probabilities") {
  // Inversion, rejection, both sides of the switch at 10, and a mean whose ln k! loses digits.
  const double mean = GENERATE(0.05, 0.7, 3.0, 9.999, 10.0, 11.5, 37.0, 400.0, 1e5, 1e8);
  CAPTURE(mean);
  const auto sample = poisson_sample(mean, 421);
  CHECK(*std::min_element(sample.begin(), sample.end()) >= 0);
  CHECK(poisson_tail(sample, mean) > 1e-4);
}

TEST_CASE("poisson: mean and variance") {
  const double mean = GENERATE(0.3, 8.0, 12.0, 2000.0, 1e10);
  CAPTURE(mean);
  double sum = 0;
  double squares = 0;
  for (const std::int64_t k : poisson_sample(mean, 422)) {
    const double deviation = static_cast<double>(k) - mean;
    sum += deviation;
    squares += deviation * deviation;
  }
  CHECK(std::fabs(sum / poisson_count) < 4 * std::sqrt(mean / poisson_count));
  // Var((X - mean)^2) = 2 mean^2 + mean.
  CHECK(std::fabs(squares / poisson_count - mean) <
        4 * std::sqrt((2 * mean * mean + mean) / poisson_count));
}

TEST_CASE("poisson: another mean is seen") {
  CHECK(poisson_tail(poisson_sample(3, 423), 3.05) < 1e-4);
  CHECK(poisson_tail(poisson_sample(400, 423), 401) < 1e-4);
}

TEST_CASE("poisson: probabilities are Boost's in long double") {
  for (const double mean : {1e-3, 2.0, 17.5, 3e4}) {
    const boost::math::poisson_distribution<long double> exact(mean);
    const PoissonDistribution distribution(mean);
    for (const double factor : {0.0, 0.5, 0.9, 1.0, 1.1, 2.0}) {
      const auto k = static_cast<std::int64_t>(factor * mean);
      const auto expected = static_cast<double>(std::log(pdf(exact, static_cast<long double>(k))));
      if (!std::isfinite(expected)) continue;
      CHECK(distribution.log_probability(k) == Approx(expected).epsilon(1e-12).margin(1e-12));
    }
    CHECK(distribution.log_probability(-1) == -std::numeric_limits<double>::infinity());
  }
  CHECK(PoissonDistribution(0).log_probability(0) == 0);
  CHECK(PoissonDistribution(0).log_probability(1) == -std::numeric_limits<double>::infinity());
}

TEST_CASE("poisson: a mean of 0 takes no draws") {
  Draws draws({1}, 0);
  CHECK(draw_poisson(draws, 0) == 0);
  CHECK(draws.bits() == Draws({1}, 0).bits());
}

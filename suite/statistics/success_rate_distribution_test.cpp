#include "suite/statistics/success_rate_distribution.hpp"

#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "suite/testing/catch.hpp"

using namespace replaybench;
using namespace replaybench::statistics;

TEST_CASE("success_distribution: two draws by hand") {
  const auto distribution = studentised_success_distribution(2, 0.25);
  // k = 0, 1, 2 with 9, 6, 1 sixteenths; k = 1: sqrt(2) (1/2 - 1/4) / (1/2).
  REQUIRE(distribution.values().size() == 3);
  CHECK(distribution.values()[0] == -std::numeric_limits<double>::infinity());
  CHECK(distribution.values()[1] == Approx(std::sqrt(2.0) / 2));
  CHECK(distribution.values()[2] == std::numeric_limits<double>::infinity());
  CHECK(distribution.cumulative()[0] == Approx(9.0 / 16));
  CHECK(distribution.cumulative()[1] == Approx(15.0 / 16));
  const auto errors = success_error_distribution(2, 0.25, 0.5);
  CHECK(errors.values()[0] == Approx(-std::sqrt(2.0) / 2));
  CHECK(errors.values()[2] == Approx(std::sqrt(2.0) * 1.5));
}

TEST_CASE("success_distribution: Boost's distribution function at every value") {
  const std::uint64_t n = GENERATE(1, 7, 400, 100'000);
  const double p = GENERATE(0.02, 0.3, 0.5);
  const auto distribution = success_error_distribution(n, p, 1);
  const boost::math::binomial_distribution<double> binomial(static_cast<double>(n), p);
  const double root = std::sqrt(static_cast<double>(n));
  const std::size_t stride = 1 + distribution.values().size() / 200;
  for (std::size_t i = 0; i < distribution.values().size(); i += stride) {
    const double k = std::round((distribution.values()[i] / root + p) * static_cast<double>(n));
    CHECK(distribution.cumulative()[i] == Approx(cdf(binomial, k)).margin(1e-12));
  }
}

TEST_CASE("success_distribution: certain outcomes") {
  CHECK(studentised_success_distribution(5, 0).values()[0] == 0);
  CHECK(studentised_success_distribution(5, 0).values().size() == 1);
  CHECK(studentised_success_distribution(5, 1).values()[0] == 0);
  CHECK_THROWS_AS(studentised_success_distribution(0, 0.5), std::invalid_argument);
  CHECK_THROWS_AS(studentised_success_distribution(5, 1.5), std::invalid_argument);
  CHECK_THROWS_AS(studentised_success_distribution(5, std::nan("")), std::invalid_argument);
}

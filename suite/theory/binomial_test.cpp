#include "suite/theory/binomial.hpp"

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/poisson.hpp>
#include <cmath>

#include "suite/testing/catch.hpp"

using namespace replaybench::theory;

namespace {
using Exact = boost::math::binomial_distribution<long double>;

// long double in Boost is the oracle; our arithmetic is double with an exponent of up to about 700
// in magnitude, each unit of which costs one eps: 2e-13 is 1000 eps.
void require_close(double ours, long double oracle) {
  REQUIRE(std::fabs(static_cast<double>(ours - oracle)) <=
          2e-13 * std::fabs(static_cast<double>(oracle)));
}
}  // namespace

TEST_CASE("binomial point probabilities agree with Boost in long double") {
  for (const double n : {1.0, 2.0, 7.0, 15.0, 16.0, 17.0, 40.0, 300.0, 10000.0}) {
    for (const double p : {0.001, 0.01, 0.1, 0.5, 0.77, 0.999}) {
      const Exact exact(static_cast<long double>(n), static_cast<long double>(p));
      for (const double share : {0.0, 0.001, 0.01, 0.1, 0.3, 0.5, 0.8, 1.0}) {
        const double k = std::floor(share * n);
        const long double oracle = boost::math::pdf(exact, static_cast<long double>(k));
        if (oracle < 1e-290L) continue;
        CAPTURE(n, p, k);
        require_close(binomial_pmf(n, k, p), oracle);
      }
    }
  }
}

TEST_CASE("binomial tails agree with Boost, far out too") {
  for (const double n : {3.0, 20.0, 500.0, 40000.0}) {
    for (const double p : {0.002, 0.05, 0.5, 0.9}) {
      const Exact exact(static_cast<long double>(n), static_cast<long double>(p));
      const double spread = std::sqrt(n * p * (1 - p));
      for (const double away : {-20.0, -8.0, -3.0, -1.0, 0.0, 1.0, 3.0, 8.0, 20.0}) {
        const double k = std::floor(n * p + away * spread);
        if (k < 1 || k >= n) continue;
        CAPTURE(n, p, k);
        const auto at = static_cast<long double>(k);
        const long double lower = boost::math::cdf(exact, at);
        const long double upper = boost::math::cdf(boost::math::complement(exact, at - 1));
        if (lower > 1e-290L) require_close(binomial_lower_tail(n, k, p), lower);
        if (upper > 1e-290L) require_close(binomial_upper_tail(n, k, p), upper);
      }
    }
  }
}

TEST_CASE("binomial edges") {
  REQUIRE(binomial_pmf(0, 0, 0.3) == 1);
  REQUIRE(binomial_pmf(5, 6, 0.3) == 0);
  REQUIRE(binomial_pmf(5, -1, 0.3) == 0);
  REQUIRE(binomial_pmf(5, 5, 1) == 1);
  REQUIRE(binomial_pmf(5, 4, 1) == 0);
  REQUIRE(binomial_pmf(5, 0, 0) == 1);
  REQUIRE(std::isnan(binomial_pmf(5.5, 1, 0.3)));
  REQUIRE(std::isnan(binomial_pmf(5, 1, 1.3)));
  REQUIRE(std::isnan(binomial_pmf(-1, 0, 0.3)));
  REQUIRE(binomial_lower_tail(5, -1, 0.3) == 0);
  REQUIRE(binomial_lower_tail(5, 5, 0.3) == 1);
  REQUIRE(binomial_lower_tail(5, 4, 1) == 0);
  REQUIRE(binomial_upper_tail(5, 0, 0.3) == 1);
  REQUIRE(binomial_upper_tail(5, 6, 0.3) == 0);
  REQUIRE(binomial_upper_tail(5, 1, 0) == 0);
  REQUIRE(binomial_upper_tail(5, 5, 1) == 1);
}

TEST_CASE("Poisson point probabilities agree with Boost in long double") {
  for (const double mean : {0.01, 0.7, 4.0, 90.0, 12345.6}) {
    const boost::math::poisson_distribution<long double> exact(static_cast<long double>(mean));
    for (const double away : {-8.0, -2.0, 0.0, 2.0, 8.0, 25.0}) {
      const double k = std::floor(mean + away * std::sqrt(mean));
      if (k < 0) continue;
      CAPTURE(mean, k);
      require_close(poisson_pmf(mean, k), boost::math::pdf(exact, static_cast<long double>(k)));
    }
  }
  REQUIRE(poisson_pmf(0, 0) == 1);
  REQUIRE(poisson_pmf(2, -1) == 0);
  REQUIRE(std::isnan(poisson_pmf(-1, 0)));
}

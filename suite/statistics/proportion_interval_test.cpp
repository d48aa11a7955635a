#include "suite/statistics/proportion_interval.hpp"

#include <cmath>
#include <stdexcept>

#include "suite/testing/catch.hpp"

namespace replaybench::statistics {

TEST_CASE("proportion interval: each end leaves half of the error outside, by the binomial sum") {
  const auto binomial = [](int n, int from, int to, double p) {
    double sum = 0;
    for (int k = from; k <= to; ++k) {
      sum += std::exp(std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0) +
                      k * std::log(p) + (n - k) * std::log1p(-p));
    }
    return sum;
  };
  for (const int successes : {1, 7, 19}) {
    const Interval interval = proportion_interval(successes, 20, 0.99);
    CHECK(binomial(20, successes, 20, interval.low) == Approx(0.005).epsilon(1e-9));
    CHECK(binomial(20, 0, successes, interval.high) == Approx(0.005).epsilon(1e-9));
  }
}

TEST_CASE("proportion interval: none and all of the trials") {
  CHECK(proportion_interval(0, 10, 0.95).low == 0);
  CHECK(proportion_interval(0, 10, 0.95).high == Approx(1 - std::pow(0.025, 0.1)));
  CHECK(proportion_interval(10, 10, 0.95).low == Approx(std::pow(0.025, 0.1)));
  CHECK(proportion_interval(10, 10, 0.95).high == 1);
  CHECK_THROWS_AS(proportion_interval(11, 10, 0.95), std::invalid_argument);
  CHECK_THROWS_AS(proportion_interval(1, 0, 0.95), std::invalid_argument);
  CHECK_THROWS_AS(proportion_interval(1, 10, 1), std::invalid_argument);
}

}  // namespace replaybench::statistics

#include "suite/statistics/ratio_interval.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "suite/testing/catch.hpp"

namespace replaybench::statistics {

TEST_CASE("ratio interval: at each end the difference is as far from 0 as the quantile says") {
  const Interval interval = ratio_interval(3, 0.2, 2, 0.1, 2.5);
  CHECK(interval.low < 1.5);
  CHECK(interval.high > 1.5);
  for (const double r : {interval.low, interval.high}) {
    CHECK(std::fabs(3 - r * 2) / std::hypot(0.2, r * 0.1) == Approx(2.5));
  }
}

TEST_CASE("ratio interval: an exact denominator scales, one that may be 0 says nothing") {
  const Interval scaled = ratio_interval(3, 0.2, -2, 0, 2);
  CHECK(scaled.low == Approx(-1.7));
  CHECK(scaled.high == Approx(-1.3));
  CHECK(std::isinf(ratio_interval(3, 0.2, 0.1, 0.1, 2).high));
  CHECK(std::isinf(ratio_interval(3, 0.2, 0, 0, 2).low));
  CHECK_THROWS_AS(ratio_interval(3, -1, 2, 0, 2), std::invalid_argument);
  CHECK_THROWS_AS(ratio_interval(std::numeric_limits<double>::quiet_NaN(), 1, 2, 0, 2),
                  std::invalid_argument);
}

}  // namespace replaybench::statistics

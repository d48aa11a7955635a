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

TEST_CASE("ratio interval: numbers whose squares overflow say nothing, with no width of 0") {
  CHECK(std::isinf(ratio_interval(1e100, 1e99, 1e100, 1e99, 2).high));
  CHECK(std::isinf(ratio_interval(1e200, 1e199, 1, 0.1, 2).low));
}

TEST_CASE("ratio interval: paired numbers, with their covariance") {
  const Interval interval = paired_ratio_interval(3, 0.04, 2, 0.01, 0.015, 2.5);
  CHECK(interval.low < 1.5);
  CHECK(interval.high > 1.5);
  for (const double r : {interval.low, interval.high}) {
    const double variance = 0.04 - 2 * r * 0.015 + r * r * 0.01;
    CHECK(std::fabs(3 - r * 2) / std::sqrt(variance) == Approx(2.5));
  }
  // Without a covariance it is that of independent numbers; with it, shorter.
  const Interval apart = ratio_interval(3, 0.2, 2, 0.1, 2.5);
  const Interval same = paired_ratio_interval(3, 0.04, 2, 0.01, 0, 2.5);
  CHECK(same.low == Approx(apart.low));
  CHECK(same.high == Approx(apart.high));
  CHECK(interval.high - interval.low < apart.high - apart.low);
  // A number over itself is 1 for certain.
  const Interval one = paired_ratio_interval(2, 0.04, 2, 0.04, 0.04, 2);
  CHECK(one.low == Approx(1));
  CHECK(one.high == Approx(1));
  CHECK(std::isinf(paired_ratio_interval(3, 0.04, 0.1, 0.01, 0, 2).high));
  CHECK_THROWS_AS(paired_ratio_interval(3, -1, 2, 0, 0, 2), std::invalid_argument);
}

}  // namespace replaybench::statistics

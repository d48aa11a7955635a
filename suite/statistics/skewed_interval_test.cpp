#include "suite/statistics/skewed_interval.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;
using namespace replaybench::statistics;

namespace {

const double z = 1.959963984540054;

// The influences of a mean.
std::vector<double> influences_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  const double n = static_cast<double>(values.size());
  std::vector<double> parts;
  for (const double value : values) parts.push_back((value - sum / n) / n);
  return parts;
}

}  // namespace

TEST_CASE("skewed interval: sums by hand, and the formula") {
  // 8 values of which one is 8 and the others 0: mean 1, influences 7/8 and -1/8.
  const auto sums = sum_influences(influences_of({8, 0, 0, 0, 0, 0, 0, 0}));
  CHECK(sums.count == 8);
  CHECK(sums.second == 0.875);   // 49/64 + 7/64
  CHECK(sums.third == 0.65625);  // 343/512 - 7/512
  CHECK(rewards_of_one_size(sums) == Approx(0.875 / 0.5625).epsilon(1e-14));
  const auto [low, high] = skewed_interval(1, sums, 0.95);
  const double e = 0.75;
  const double half = z * std::sqrt(1 + z * z * e * e / 4);
  CHECK(low == Approx(1 + e * (z * z / 3 + 1.0 / 6) - half).epsilon(1e-12));
  CHECK(high == Approx(1 + e * (z * z / 3 + 1.0 / 6) + half).epsilon(1e-12));
}

TEST_CASE("skewed interval: without skewness it is the normal one") {
  const auto sums = sum_influences(influences_of({1, -1, 1, -1}));
  CHECK(sums.third == 0);
  const auto [low, high] = skewed_interval(5, sums, 0.95);
  CHECK(low == Approx(5 - z * std::sqrt(1.0 / 3)).epsilon(1e-14));
  CHECK(high == Approx(5 + z * std::sqrt(1.0 / 3)).epsilon(1e-14));
  CHECK(std::isinf(rewards_of_one_size(sums)));
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(skewed_interval(5, {4, sums.second, infinity}, 0.95).high == high);
  CHECK(std::isnan(skewed_interval(5, {1, 0, 0}, 0.95).low));
  CHECK(std::isnan(rewards_of_one_size({4, 0, 0})));
  CHECK_THROWS_AS(skewed_interval(5, sums, 1), std::invalid_argument);
}

TEST_CASE("skewed interval: steps of each sign, and half records") {
  const std::vector<double> coefficients{0.3, 0.1, 0, -0.2};
  const auto steps = steps_of(coefficients);
  CHECK(steps.up == Approx(0.25).epsilon(1e-14));  // (.09 + .01) / .4
  CHECK(steps.down == Approx(0.2).epsilon(1e-14));
  const auto more = with_half_records({4, 1, 1}, steps, 0.25);
  CHECK(more.second == Approx(1 + (0.0625 + 0.04) * 0.3125).epsilon(1e-14));
  CHECK(more.third == Approx(1 + (0.015625 - 0.008) * 0.203125).epsilon(1e-14));
  // With 100 equal records and no reward the bound is near the rule of three, 3 / n.
  const std::vector<double> equal(100, 0.01);
  const auto none = with_half_records({100, 0, 0}, steps_of(equal), 0);
  const double high = skewed_interval(0, none, 0.95).high;
  CHECK(high > 0.03);
  CHECK(high < 0.045);
}

TEST_CASE("skewed interval: it holds the mean of few rewards as often as it says") {
  // 12 rewards expected of 600 records. Each side misses 2.5 %, whose error in 4,000 logs is 0.25 %;
  // the counts are lattice points, which may move a side by the probability of one, 1.5 %.
  int below = 0, above = 0;
  const int logs = 4'000;
  const std::vector<double> weights(600, 1.0 / 600);
  for (int log = 0; log < logs; ++log) {
    Draws draws(StreamKey{9'051}, static_cast<std::uint64_t>(log));
    std::vector<double> rewards;
    double sum = 0;
    for (int i = 0; i < 600; ++i) {
      rewards.push_back(draws.uniform() < 0.02);
      sum += rewards.back();
    }
    const auto sums =
        with_half_records(sum_influences(influences_of(rewards)), steps_of(weights), sum / 600);
    const auto [low, high] = skewed_interval(sum / 600, sums, 0.95);
    below += high < 0.02;
    above += low > 0.02;
  }
  CHECK(below < logs * 0.045);  // of the normal interval: .08
  CHECK(above < logs * 0.045);
  CHECK(below + above > logs * 0.02);
}

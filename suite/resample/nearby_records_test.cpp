#include "suite/resample/nearby_records.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

std::vector<std::uint32_t> drawn(NearbyRecords source, std::size_t count) {
  std::vector<std::uint32_t> out(count);
  source.fill(out);
  return out;
}

}  // namespace

TEST_CASE("nearby records: of width 0, each record as often as it has slots, in order") {
  CHECK(drawn(NearbyRecords(4, 8, 0, {1}), 8) ==
        std::vector<std::uint32_t>{0, 0, 1, 1, 2, 2, 3, 3});
  // floor(s 3 / 7) and floor(s 5 / 3).
  CHECK(drawn(NearbyRecords(3, 7, 0, {1}), 7) == std::vector<std::uint32_t>{0, 0, 0, 1, 1, 2, 2});
  CHECK(drawn(NearbyRecords(5, 3, 0, {1}), 3) == std::vector<std::uint32_t>{0, 1, 3});
  const std::vector<std::uint32_t> visits{2, 0, 3, 1};
  CHECK(drawn(NearbyRecords(visits, 0, {1}), 6) == std::vector<std::uint32_t>{0, 0, 2, 2, 2, 3});
}

TEST_CASE("nearby records: the distribution is a rounded Gaussian, reflected at both ends") {
  constexpr int records = 7;
  constexpr int rounds = 20'000;
  const double width = GENERATE(0.3, 1.5, 6.0, 40.0);
  const boost::math::normal distribution(0, width);
  // All rounds at one place: `visits` of one record only.
  double statistic = 0;
  double cells = 0;
  for (const int centre : {0, 2, 6}) {
    std::vector<std::uint32_t> visits(records);
    visits[centre] = rounds;
    std::vector<double> counts(records);
    for (const std::uint32_t record :
         drawn(NearbyRecords(visits, width, replicate_key({31}, centre)), rounds)) {
      ++counts.at(record);
    }
    for (int r = 0; r < records; ++r) {
      // The places that fold onto r: r + 14 k and -1 - r + 14 k.
      double p = 0;
      for (int k = -60; k <= 60; ++k) {
        for (const int place : {r + 2 * records * k, -1 - r + 2 * records * k}) {
          p += boost::math::cdf(distribution, place - centre + 0.5) -
               boost::math::cdf(distribution, place - centre - 0.5);
        }
      }
      const double expected = rounds * p;
      if (expected < 5) {
        CHECK(counts[r] <= 20);
        continue;
      }
      statistic += (counts[r] - expected) * (counts[r] - expected) / expected;
      ++cells;
    }
  }
  // The mean of a chi-square is its degrees of freedom, its variance twice that: 5 deviations.
  CHECK(statistic < cells + 5 * std::sqrt(2 * cells));
}

TEST_CASE("nearby records: over a pass every record is expected as often as any other") {
  constexpr std::uint32_t records = 50;
  constexpr std::uint64_t slots = 500'000;
  std::vector<double> counts(records);
  for (const std::uint32_t record : drawn(NearbyRecords(records, slots, 8, {32}), slots)) {
    ++counts[record];
  }
  for (const double count : counts) CHECK(count == Approx(10'000).epsilon(0.05));  // 5 deviations
}

TEST_CASE("nearby records: of infinite width, uniform wherever the centre is") {
  constexpr std::uint32_t records = 20;
  constexpr std::uint64_t slots = 100'000;
  for (const double width : {1e4, 1e9, 1e15}) {
    std::vector<double> first_half(records);
    const auto out = drawn(NearbyRecords(records, slots, width, {33}), slots);
    for (std::size_t s = 0; s < slots / 2; ++s) ++first_half.at(out[s]);
    double statistic = 0;
    for (const double count : first_half) statistic += (count - 2'500) * (count - 2'500) / 2'500;
    CHECK(statistic < 43.8);  // 0.999 quantile on 19 degrees of freedom
  }
}

TEST_CASE("nearby records: the pieces do not matter") {
  const auto whole = drawn(NearbyRecords(100, 1'000, 5, {34}), 1'000);
  NearbyRecords source(100, 1'000, 5, {34});
  std::vector<std::uint32_t> out(1'000);
  for (std::size_t s = 0; s < 1'000; s += 77) {
    source.fill(std::span(out).subspan(s, std::min<std::size_t>(77, 1'000 - s)));
  }
  CHECK(out == whole);
}

TEST_CASE("nearby records: what is refused") {
  CHECK_THROWS_AS(NearbyRecords(0, 1, 1, {1}), std::invalid_argument);
  CHECK_THROWS_AS(NearbyRecords(1, 0, 1, {1}), std::invalid_argument);
  CHECK_THROWS_AS(NearbyRecords(1, 1, -1, {1}), std::invalid_argument);
  CHECK_THROWS_AS(NearbyRecords(1, 1, std::nan(""), {1}), std::invalid_argument);
}

TEST_CASE("mean_near: the mean over what nearby records draws") {
  constexpr int records = 9;
  std::vector<double> values;
  for (int i = 0; i < records; ++i) values.push_back(1.0 / (1 + (5 * i) % 7));
  for (const double width : {0.2, 1.0, 4.0, 13.0, 60.0, 1000.0}) {
    const boost::math::normal distribution(0, width);
    const auto means = mean_near(values, width);
    REQUIRE(means.size() == values.size());
    for (int centre = 0; centre < records; ++centre) {
      double mean = 0;
      const int reach = static_cast<int>(10 * width) + 20;
      for (int j = -reach; j <= reach; ++j) {
        const double p =
            boost::math::cdf(distribution, j + 0.5) - boost::math::cdf(distribution, j - 0.5);
        int place = (centre + j) % (2 * records);
        if (place < 0) place += 2 * records;
        mean += p * values[static_cast<std::size_t>(std::min(place, 2 * records - 1 - place))];
      }
      INFO("width " << width << ", place " << centre);
      CHECK(means[static_cast<std::size_t>(centre)] ==
            Approx(mean).epsilon(width <= 14 ? 1e-12 : 1e-3));
    }
  }
  CHECK(mean_near(values, 0) == values);
  CHECK(mean_near({}, 3).empty());
  // With a large width every value is the mean of all values, without overflow; constants stay constant.
  const double all = std::accumulate(values.begin(), values.end(), 0.0) / records;
  for (const double mean : mean_near(values, 1e12)) CHECK(mean == Approx(all).epsilon(1e-6));
  for (const double mean : mean_near(std::vector<double>(50, 0.2), 17)) {
    CHECK(mean == Approx(0.2).epsilon(1e-12));
  }
  // Long and smooth steps: the step function is as good as the kernel.
  std::vector<double> steps(3'000, 1);
  std::fill(steps.begin() + 1'500, steps.end(), 0.125);
  const auto smoothed = mean_near(steps, 100);
  const boost::math::normal distribution(0, 100);
  for (const int place : {1'200, 1'400, 1'499, 1'500, 1'650}) {
    const double before = boost::math::cdf(distribution, 1'499.5 - place);
    CHECK(smoothed[static_cast<std::size_t>(place)] == Approx(0.125 + 0.875 * before).margin(1e-3));
  }
}

#include "suite/resample/weighted_records.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "suite/testing/catch.hpp"

using namespace replaybench;

TEST_CASE("weighted records: drawn as often as their weights say") {
  // In the second one a part above the mean falls below it as it fills up another.
  const std::vector<double> weights =
      GENERATE(std::vector<double>{1, 0.02, 30, 5, 1e-9, 7, 1}, std::vector<double>{0.4, 1.3, 1.3});
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<std::uint32_t> records(weights.size());
  std::iota(records.begin(), records.end(), 10u);
  WeightedRecords source(std::make_shared<WeightTable>(weights), records, {401});
  constexpr std::size_t drawn = 400'000;
  std::vector<std::uint32_t> out(drawn);
  // In two pieces: a stream goes on where it stopped.
  source.fill(std::span(out).first(123));
  source.fill(std::span(out).subspan(123));
  std::vector<double> counts(weights.size());
  for (const std::uint32_t record : out) ++counts.at(record - 10);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double p = weights[i] / sum;
    CAPTURE(i);
    CHECK(std::fabs(counts[i] / drawn - p) <= 5 * std::sqrt(p * (1 - p) / drawn));
  }
}

TEST_CASE("weighted records: equal weights, one weight") {
  const std::vector<std::uint32_t> records{4, 8, 9};
  WeightedRecords source(std::make_shared<WeightTable>(std::vector<double>{0.1, 0.1, 0.1}), records,
                         {402});
  std::vector<std::uint32_t> out(90'000);
  source.fill(out);
  for (const std::uint32_t record : records) {
    const auto count = std::count(out.begin(), out.end(), record);
    CHECK(std::fabs(static_cast<double>(count) - 30'000) < 5 * std::sqrt(20'000));
  }
  WordStream words({403}, 0);
  const WeightTable one(std::vector<double>{1e300});
  for (int i = 0; i < 20; ++i) CHECK(one.draw(words) == 0);
}

TEST_CASE("weighted records: weights that are none are refused") {
  const double bad[] = {0, -1, std::nan(""), std::numeric_limits<double>::infinity()};
  for (const double weight : bad) {
    CHECK_THROWS_AS(WeightTable(std::vector<double>{1, weight}), std::invalid_argument);
  }
  CHECK_THROWS_AS(WeightTable(std::vector<double>{}), std::invalid_argument);
  CHECK_THROWS_AS(WeightTable(std::vector<double>{1e308, 1e308}), std::invalid_argument);
}

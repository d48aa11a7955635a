#include "suite/resample/record_source.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>

#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

std::vector<std::uint32_t> first_numbers(std::uint32_t n) {
  std::vector<std::uint32_t> numbers(n);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

// Chi-square of equal chances; counts of what was never seen are 0.
double chi_square(const std::map<std::string, int>& counts, double classes, double total) {
  double sum = (classes - static_cast<double>(counts.size())) * total / classes;
  for (const auto& [text, count] : counts) {
    const double difference = count - total / classes;
    sum += difference * difference / (total / classes);
  }
  return sum;
}

}  // namespace

TEST_CASE("shuffled copies: each record as often as it has copies") {
  for (const std::uint32_t copies : {1u, 2u, 3u, 7u, 10u, 64u}) {
    const std::vector<std::uint32_t> records{4, 9, 2, 11, 30};
    ShuffledCopies source(records, copies, {copies});
    std::vector<std::uint32_t> out(5 * copies);
    source.fill(out);
    for (const std::uint32_t record : records) {
      CHECK(std::count(out.begin(), out.end(), record) == copies);
    }
  }
}

TEST_CASE("shuffled copies: every order has the same chance") {
  // 3 records, 2 copies: 6! / 2^3 = 90 orders.
  const auto records = first_numbers(3);
  std::map<std::string, int> counts;
  constexpr int rounds = 90'000;
  for (int i = 0; i < rounds; ++i) {
    ShuffledCopies source(records, 2, replicate_key({17}, i));
    std::vector<std::uint32_t> out(6);
    source.fill(out);
    std::string text;
    for (const std::uint32_t record : out) text += static_cast<char>('0' + record);
    ++counts[text];
  }
  CHECK(counts.size() == 90);
  CHECK(chi_square(counts, 90, rounds) < 135.0);  // 0.999 quantile on 89 degrees of freedom
}

TEST_CASE("with replacement: every sequence has the same chance") {
  const std::vector<std::uint32_t> records{5, 6, 8};
  std::map<std::string, int> counts;
  WithReplacement source(records, {18});
  constexpr int rounds = 27'000;
  for (int i = 0; i < rounds; ++i) {
    std::uint32_t out[3];
    source.fill(out);
    std::string text;
    for (const std::uint32_t record : out) text += static_cast<char>('0' + record);
    ++counts[text];
  }
  CHECK(chi_square(counts, 27, rounds) < 54.1);  // 0.999 quantile on 26 degrees of freedom
}

TEST_CASE("record sources: the pieces do not matter") {
  const auto records = first_numbers(40);
  for (const Drawing drawing : {Drawing::with_replacement, Drawing::shuffled_copies}) {
    const auto read = [&](std::size_t piece) {
      const auto source = make_source(drawing, records, 300, {19});
      std::vector<std::uint32_t> out(300);
      for (std::size_t i = 0; i < 300; i += piece) {
        source->fill(std::span(out).subspan(i, std::min<std::size_t>(piece, 300 - i)));
      }
      return out;
    };
    CHECK(read(300) == read(1));
    CHECK(read(300) == read(77));
  }
}

TEST_CASE("make_source: as few copies as give enough") {
  const auto records = first_numbers(9);  // 9900 of 10,000 slots for T-BRED's kind of sizes
  const auto source = make_source(Drawing::shuffled_copies, records, 99, {20});
  std::vector<std::uint32_t> out(99);
  source->fill(out);
  std::map<std::uint32_t, int> counts;
  for (const std::uint32_t record : out) ++counts[record];
  for (const auto& [record, count] : counts) CHECK(count == 11);
}

TEST_CASE("shuffled copies: too many are refused") {
  const auto records = first_numbers(2);
  CHECK_THROWS_AS(ShuffledCopies(records, 0, {1}), std::invalid_argument);
  CHECK_THROWS_AS(ShuffledCopies(records, 0x8000'0000u, {1}), std::invalid_argument);
}

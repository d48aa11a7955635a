#include "suite/resample/entangled.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
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

// A pass, whole: the records and the flags of its slots.
struct Slots {
  std::vector<std::uint32_t> records;
  std::vector<std::uint8_t> tested;
};

Slots read(EntangledSource& source, std::size_t slots, std::size_t piece) {
  Slots out{std::vector<std::uint32_t>(slots), std::vector<std::uint8_t>(slots)};
  for (std::size_t i = 0; i < slots; i += piece) {
    const std::size_t count = std::min(piece, slots - i);
    source.fill_slots(std::span(out.records).subspan(i, count),
                      std::span(out.tested).subspan(i, count));
  }
  return out;
}

enum class Training { with_replacement, shuffled_copies, growing };

std::unique_ptr<TrainingSource> source_of(Training training_source, const EntangledSplit& split,
                                          std::size_t slots, const PrefixRule& rule = {}) {
  if (training_source == Training::growing) {
    return std::make_unique<GrowingPrefix>(split.training, rule, StreamKey{33});
  }
  const Drawing drawing = training_source == Training::with_replacement ? Drawing::with_replacement
                                                                        : Drawing::shuffled_copies;
  return std::make_unique<PlainTraining>(
      make_source(drawing, split.training, slots - split.tests.size(), {33}));
}

double chi_square(const std::map<std::string, int>& counts, double classes, double total) {
  double sum = (classes - static_cast<double>(counts.size())) * total / classes;
  for (const auto& [text, count] : counts) {
    const double difference = count - total / classes;
    sum += difference * difference / (total / classes);
  }
  return sum;
}

}  // namespace

TEST_CASE("entangled split: every choice and order has the same chance") {
  const std::vector<std::uint32_t> records{7, 3, 5, 2};
  std::map<std::string, int> counts;
  constexpr int rounds = 24'000;
  for (int i = 0; i < rounds; ++i) {
    const EntangledSplit split(records, 2, replicate_key({31}, i));
    REQUIRE(split.tests.size() == 2);
    REQUIRE(split.training.size() == 2);
    std::string text;
    for (const auto record : split.tests) text += static_cast<char>('0' + record);
    for (const auto record : split.training) text += static_cast<char>('0' + record);
    ++counts[text];
  }
  CHECK(counts.size() == 24);
  CHECK(chi_square(counts, 24, rounds) < 49.8);  // 0.999 quantile on 23 degrees of freedom
}

TEST_CASE("entangled source: each test once, all else from the training records") {
  const auto records = first_numbers(50);
  const EntangledSplit split(records, 7, {32});
  const std::set<std::uint32_t> training(split.training.begin(), split.training.end());
  REQUIRE(training.size() == 43);
  for (const auto training_source :
       {Training::with_replacement, Training::shuffled_copies, Training::growing}) {
    EntangledSource source(
        split.tests,
        source_of(training_source, split, 500, {.interactions = 50, .slots = 500, .smallest = 3}),
        500, {34});
    const Slots slots = read(source, 500, 500);
    std::vector<std::uint32_t> met;
    std::map<std::uint32_t, int> trained;
    for (std::size_t i = 0; i < 500; ++i) {
      if (slots.tested[i]) {
        met.push_back(slots.records[i]);
      } else {
        CHECK(training.count(slots.records[i]) == 1);
        ++trained[slots.records[i]];
      }
    }
    CHECK(met == split.tests);
    if (training_source == Training::shuffled_copies) {
      // 493 slots of 43 records: 12 copies of each are shuffled, 23 of all are left over.
      CHECK(std::all_of(trained.begin(), trained.end(), [](auto& t) { return t.second <= 12; }));
    }
  }
}

TEST_CASE("entangled source: every set of slots has the same chance") {
  const auto records = first_numbers(3);
  std::map<std::string, int> counts;
  constexpr int rounds = 28'000;
  for (int i = 0; i < rounds; ++i) {
    const EntangledSplit split(records, 2, replicate_key({35}, i));
    EntangledSource source(split.tests, source_of(Training::with_replacement, split, 8), 8,
                           replicate_key({36}, i));
    const Slots slots = read(source, 8, 8);
    std::string text;
    for (const auto flag : slots.tested) text += static_cast<char>('0' + flag);
    ++counts[text];
  }
  CHECK(counts.size() == 28);                    // 8 choose 2
  CHECK(chi_square(counts, 28, rounds) < 55.5);  // 0.999 quantile on 27 degrees of freedom
}

TEST_CASE("entangled source: a test's slot says nothing of the record") {
  // The first record, at the lowest of the slots: each is equally probable.
  const auto records = first_numbers(6);
  std::map<std::string, int> counts;
  constexpr int rounds = 12'000;
  for (int i = 0; i < rounds; ++i) {
    const EntangledSplit split(records, 3, replicate_key({37}, i));
    EntangledSource source(split.tests, source_of(Training::shuffled_copies, split, 18), 18,
                           replicate_key({38}, i));
    const Slots slots = read(source, 18, 18);
    const auto first = std::find(slots.tested.begin(), slots.tested.end(), 1);
    ++counts[std::to_string(slots.records[static_cast<std::size_t>(first - slots.tested.begin())])];
  }
  CHECK(chi_square(counts, 6, rounds) < 20.5);  // 0.999 quantile on 5 degrees of freedom
}

TEST_CASE("entangled source: the pieces do not matter") {
  const auto records = first_numbers(40);
  const EntangledSplit split(records, 9, {39});
  for (const auto training_source :
       {Training::with_replacement, Training::shuffled_copies, Training::growing}) {
    const auto cut = [&](std::size_t piece) {
      const PrefixRule rule{.interactions = 40, .slots = 300, .less_tests = true};
      EntangledSource source(split.tests, source_of(training_source, split, 300, rule), 300, {40});
      return read(source, 300, piece);
    };
    const Slots whole = cut(300);
    for (const std::size_t piece : {1, 7, 64, 299}) {
      const Slots pieces = cut(piece);
      CHECK(pieces.records == whole.records);
      CHECK(pieces.tested == whole.tested);
    }
  }
}

TEST_CASE("growing prefix: no record before its time") {
  // 4 slots an interaction. At slot s the index is (s + 1) / 4; at least 2 records, at most 20.
  const auto training = first_numbers(20);
  for (const bool less_tests : {false, true}) {
    GrowingPrefix training_source(
        training, {.interactions = 30, .slots = 120, .smallest = 2, .less_tests = less_tests},
        {41});
    std::vector<std::uint8_t> tested(120);
    for (std::size_t s = 10; s < 120; s += 25) tested[s] = 1;
    std::vector<std::uint32_t> out(120);
    training_source.fill(0, tested, out);
    std::uint32_t highest = 0;
    std::uint32_t tests = 0;
    for (std::size_t s = 0; s < 120; ++s) {
      if (tested[s]) {
        ++tests;
        continue;
      }
      const std::uint32_t index = static_cast<std::uint32_t>(s + 1) / 4;
      const std::uint32_t known = less_tests ? index - std::min(index, tests) : index;
      const std::uint32_t prefix = std::min(20u, std::max(2u, known));
      CHECK(out[s] < prefix);
      highest = std::max(highest, out[s]);
    }
    CHECK(highest > 15);  // and they do come
  }
}

TEST_CASE("growing prefix: each slot reaches the last record of its prefix") {
  // One slot an interaction: slot s draws from the first s + 1 records, the last of which comes in a
  // share of 1/(s + 1) of the passes.
  const auto training = first_numbers(5);
  const std::vector<std::uint8_t> tested(5);
  constexpr int passes = 4'000;
  std::vector<int> last(5);
  for (int pass = 0; pass < passes; ++pass) {
    GrowingPrefix training_source(training, {.interactions = 5, .slots = 5},
                                  replicate_key({43}, pass));
    std::vector<std::uint32_t> out(5);
    training_source.fill(0, tested, out);
    for (std::uint32_t s = 0; s < 5; ++s) last[s] += out[s] == s;
  }
  for (int s = 0; s < 5; ++s) {
    const double p = 1.0 / (s + 1);
    CAPTURE(s);
    CHECK(std::fabs(last[s] - passes * p) <= 5 * std::sqrt(passes * p * (1 - p)));
  }
}

TEST_CASE("entangled source: what cannot be is refused") {
  const auto records = first_numbers(5);
  const EntangledSplit split(records, 4, {42});
  CHECK_THROWS_AS(
      EntangledSource(split.tests, source_of(Training::with_replacement, split, 4), 3, {1}),
      std::invalid_argument);
  CHECK_THROWS_AS(EntangledSource(split.tests, source_of(Training::with_replacement, split, 4),
                                  std::uint64_t{1} << 32, {1}),
                  std::invalid_argument);
}

#include "suite/terms/term_sums.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include "suite/numeric/elementary.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;
using terms::Channel;
using terms::Combination;
using terms::Estimate;
using terms::Term;
using terms::TermShape;
using terms::TermSums;

namespace {

struct Record {
  Term term;
  double reward = 0;
};
using Records = std::vector<Record>;

constexpr TermShape everything{.base = true, .reward = true, .third = true};

TermSums sums_of(const Records& records, TermShape shape = everything) {
  TermSums sums(shape);
  for (const Record& record : records) sums.add(record.term, record.reward);
  return sums;
}

std::string bytes_of(const TermSums& sums) {
  std::string bytes;
  sums.write(bytes);
  return bytes;
}

// Weights and outcomes are multiples of 1/16, with an offset on the outcomes that the doubles hold.
Records drawn(std::size_t n, double offset, std::uint64_t key) {
  Records records;
  for (std::size_t i = 0; i < n; ++i) {
    Draws draws({key}, i);
    const double weight = draws.below(48) / 16.0;
    const double outcome = (static_cast<double>(draws.below(96)) - 48) / 16.0;
    const double base = (static_cast<double>(draws.below(64)) - 32) / 16.0;
    records.push_back({{base, weight, offset + outcome}, offset + outcome});
  }
  return records;
}

// The definitions, with the influences one by one; for rewards without an offset.
struct Direct {
  double value = 0, squares = 0, cubes = 0;

  Direct(const Records& records, Combination combination, bool of_lift, double offset = 0) {
    const long double n = static_cast<long double>(records.size());
    long double b = 0, w = 0, p = 0, r = 0;
    for (const Record& x : records) {
      b += x.term.base;
      w += x.term.weight;
      p += static_cast<long double>(x.term.weight) * (x.term.outcome - offset);
      r += x.reward - offset;
    }
    const bool ratio = combination == Combination::ratio;
    const long double V = b / n + (ratio ? p / w : p / n) - (of_lift ? r / n : 0);
    for (const Record& x : records) {
      const long double y = x.term.outcome - offset;
      long double l = ratio ? (x.term.base - b / n) / n + x.term.weight * (y - p / w) / w
                            : (x.term.base + x.term.weight * y - (b + p) / n) / n;
      if (of_lift) l -= (x.reward - offset - r / n) / n;
      squares += static_cast<double>(l * l);
      cubes += static_cast<double>(l * l * l);
    }
    value = static_cast<double>(V);
  }
};

}  // namespace

TEST_CASE("term sums: four records in exact fractions") {
  // Terms 0.5 * 3, 2 * 1, 0 * 4, 1.5 * 2: sum p = 6.5, sum w = 4, sum w^2 = 6.5, sum p^2 = 15.25.
  const TermSums sums =
      sums_of({{{0, 0.5, 3}, 3}, {{0, 2, 1}, 1}, {{0, 0, 4}, 4}, {{0, 1.5, 2}, 2}});
  const Estimate mean = sums.combine(Combination::mean);
  CHECK(mean.value == 1.625);
  // (15.25 - 6.5^2 / 4) / 3 / 4 = 4.6875 / 12
  CHECK(mean.standard_error == Approx(std::sqrt(0.390625)).epsilon(1e-15));
  const Estimate ratio = sums.combine(Combination::ratio);
  CHECK(ratio.value == 1.625);
  // sum w^2 (y - 1.625)^2 = .25 * 1.890625 + 4 * .390625 + 2.25 * .140625 = 2.3515625
  CHECK(ratio.standard_error == Approx(std::sqrt(2.3515625) / 4).epsilon(1e-15));
  CHECK(sums.lift(Combination::mean).value == 1.625 - 2.5);
  // p - r: -1.5, 1, -4, 1; their mean -0.875, squares 20.25 - 4 * .765625 = 17.1875
  CHECK(sums.lift(Combination::mean).standard_error ==
        Approx(std::sqrt(17.1875 / 12)).epsilon(1e-15));
  const auto weights = sums.weights();
  CHECK(weights.mean == 1);
  CHECK(weights.effective == Approx(16 / 6.5).epsilon(1e-15));
  CHECK(weights.largest == 2);
  CHECK(weights.records == 3);
  CHECK(sums.used() == 3);
}

TEST_CASE("term sums: the definitions, one influence after another") {
  for (const std::uint64_t key : {1, 2, 3}) {
    const Records records = drawn(400, 0, key);
    const TermSums sums = sums_of(records);
    for (const Combination combination : {Combination::mean, Combination::ratio}) {
      for (const bool of_lift : {false, true}) {
        const Direct direct(records, combination, of_lift);
        const Estimate estimate = of_lift ? sums.lift(combination) : sums.combine(combination);
        const auto moments = sums.influence_moments(combination, of_lift);
        CHECK(estimate.value == Approx(direct.value).epsilon(1e-13));
        CHECK(moments.second == Approx(direct.squares).epsilon(1e-13));
        CHECK(std::fabs(moments.third - direct.cubes) < 1e-12 * std::pow(direct.squares, 1.5));
        const double factor = combination == Combination::mean ? 400.0 / 399 : 1;
        CHECK(estimate.standard_error == Approx(std::sqrt(direct.squares * factor)).epsilon(1e-13));
      }
    }
  }
}

TEST_CASE("term sums: an offset of the rewards moves no error") {
  for (const double offset : {1e6, 1e8, 1e9, -1e9}) {
    INFO(offset);
    // Weight 1: a mean and a ratio have the same error, whatever is added to all outcomes.
    Records near = drawn(400, 0, 7), far = drawn(400, offset, 7);
    for (Records* records : {&near, &far}) {
      for (Record& record : *records) record.term.weight = 1;
    }
    for (const Combination combination : {Combination::mean, Combination::ratio}) {
      const double error = sums_of(near).combine(combination).standard_error;
      CHECK(sums_of(far).combine(combination).standard_error == Approx(error).epsilon(1e-12));
      const double third = sums_of(near).influence_moments(combination).third;
      const double second = sums_of(near).influence_moments(combination).second;
      const double found = sums_of(far).influence_moments(combination).third;
      CHECK(std::fabs(found - third) < 1e-6 * std::pow(second, 1.5));
    }
    // Unequal weights: the influences of a ratio do not move either, and those of its lift.
    const Records weighted = drawn(400, offset, 8);
    for (const bool of_lift : {false, true}) {
      const Direct direct(weighted, Combination::ratio, of_lift, offset);
      const auto moments = sums_of(weighted).influence_moments(Combination::ratio, of_lift);
      CHECK(moments.second == Approx(direct.squares).epsilon(1e-11));
    }
  }
}

TEST_CASE("term sums: weights that are no short fractions, at an offset of 1e9") {
  // The products w y are rounded by 1e-7: their rests count.
  Records near, far;
  for (std::size_t i = 0; i < 400; ++i) {
    Draws draws({11}, i);
    const double weight = 1 / (0.05 + 0.9 * draws.uniform());
    const double outcome = (static_cast<double>(draws.below(96)) - 48) / 16.0;
    near.push_back({{0, weight, outcome}, outcome});
    far.push_back({{0, weight, 1e9 + outcome}, 1e9 + outcome});
  }
  const double error = sums_of(near).combine(Combination::ratio).standard_error;
  const Estimate found = sums_of(far).combine(Combination::ratio);
  CHECK(found.standard_error == Approx(error).epsilon(1e-12));
  CHECK(found.value ==
        Approx(1e9 + sums_of(near).combine(Combination::ratio).value).epsilon(1e-15));
}

TEST_CASE("term sums: rewards of 1e300 have an error") {
  Records small, large;
  for (std::size_t i = 0; i < 100; ++i) {
    Draws draws({12}, i);
    const double outcome = static_cast<double>(draws.below(1'000)) / 1'024;
    const double weight = draws.below(4);
    small.push_back({{0, weight, outcome}, outcome});
    large.push_back({{0, weight, std::ldexp(outcome, 996)}, std::ldexp(outcome, 996)});
  }
  for (const Combination combination : {Combination::mean, Combination::ratio}) {
    const double error = sums_of(small).combine(combination).standard_error;
    CHECK(sums_of(large).combine(combination).standard_error ==
          Approx(std::ldexp(error, 996)).epsilon(1e-14));
  }
  // Beyond the doubles there is no error, and not 0.
  const Records beyond{{{0, 1e10, 1e300}, 0}, {{0, 1e10, 1e299}, 0}, {{0, 1e10, 1e300}, 0}};
  CHECK(std::isnan(sums_of(beyond).combine(Combination::mean).standard_error));
  CHECK(std::isnan(sums_of({beyond[0], beyond[2]}).combine(Combination::mean).standard_error));
}

TEST_CASE("term sums: equal outcomes have an error of exactly 0, others never") {
  const double outcome = 0.1;
  Records records;
  for (const double weight : {0.3, 0.7, 1.1, 0.0}) records.push_back({{0, weight, outcome}, 5});
  CHECK(sums_of(records).combine(Combination::ratio).standard_error == 0);
  CHECK(sums_of(records).combine(Combination::ratio).value == outcome);
  CHECK(sums_of(records).combine(Combination::mean).standard_error > 0);
  const double next = std::nextafter(outcome, 1);
  records.push_back({{0, 1, next}, 5});
  CHECK(std::isnan(sums_of(records).combine(Combination::ratio).standard_error));
  // All weights are 1.
  TermSums units;
  for (int i = 0; i < 3; ++i) units.add({0, 1, 1});
  CHECK(units.combine(Combination::ratio).standard_error == 0);
  units.add({0, 1, 0});
  CHECK(units.combine(Combination::ratio).standard_error > 0);
  CHECK(std::isnan(units.weights().z));
}

TEST_CASE("term sums: few terms, no weight") {
  CHECK(std::isnan(sums_of({{{0, 1, 2}, 1}}).combine(Combination::mean).standard_error));
  CHECK(sums_of({{{0, 1, 2}, 1}}).combine(Combination::mean).value == 2);
  const Estimate nothing = sums_of({{{1, 0, 5}, 0}, {{2, 0, 6}, 0}}).combine(Combination::ratio);
  CHECK(nothing.value == 1.5);
  CHECK(std::isnan(nothing.standard_error));
}

TEST_CASE("term sums: any parts in any order, the same bytes") {
  Records records = drawn(600, 1e8, 5);
  for (std::size_t i = 0; i < 300; ++i) {  // units, and values far apart
    records.push_back({{0, 1, static_cast<double>(i % 2)}, static_cast<double>(i % 2)});
    records.push_back({{1e-200, 1e-30, -1e200}, 0});
  }
  Draws draws({6}, 0);
  for (const TermShape shape : {TermShape{}, TermShape{.base = true}, TermShape{.reward = true},
                                TermShape{.third = true}, everything}) {
    const std::string expected = bytes_of(sums_of(records, shape));
    for (const std::size_t parts : {1, 2, 7, 300, 1'000}) {
      for (std::size_t i = records.size(); i > 1; --i) {
        std::swap(records[i - 1], records[draws.below(static_cast<std::uint32_t>(i))]);
      }
      std::vector<TermSums> all(parts, TermSums(shape));
      for (std::size_t i = 0; i < records.size(); ++i) {
        all[i % parts].add(records[i].term, records[i].reward);
      }
      TermSums merged(shape);
      for (const TermSums& part : all) merged.merge(part);
      CHECK(bytes_of(merged) == expected);
    }
    std::string_view bytes = expected;
    const TermSums again = TermSums::read(bytes);
    CHECK(bytes.empty());
    CHECK(bytes_of(again) == expected);
    CHECK(again.combine(Combination::ratio).standard_error ==
          sums_of(records, shape).combine(Combination::ratio).standard_error);
    std::string_view cut = std::string_view(expected).substr(0, expected.size() - 1);
    CHECK_THROWS_AS(TermSums::read(cut), std::invalid_argument);
  }
  TermSums plain;
  CHECK_THROWS_AS(plain.merge(TermSums(everything)), std::logic_error);
}

TEST_CASE("term sums: units that are counted are the same sums as units that are added") {
  TermSums counted({.third = true});
  TermSums added({.base = true, .third = true});  // a base keeps every term
  for (int i = 0; i < 50; ++i) {
    for (TermSums* sums : {&counted, &added}) {
      sums->add({0, 1, static_cast<double>(i % 3 == 0)});
      sums->add({0, 1, i / 8.0});
      sums->add({0, 0.5, 2});
    }
  }
  for (const Channel a : {Channel::one, Channel::weight, Channel::product}) {
    CHECK(counted.first(a) == added.first(a));
    for (const Channel b : {Channel::one, Channel::weight, Channel::product}) {
      CHECK(counted.second(a, b) == added.second(a, b));
      for (const Channel c : {Channel::weight, Channel::product}) {
        CHECK(counted.third(a, b, c) == added.third(a, b, c));
      }
    }
  }
  CHECK(counted.used() == added.used());
  CHECK(counted.weights().effective == added.weights().effective);
  CHECK(counted.weights().z == added.weights().z);
}

TEST_CASE("term sums: a log-mean from the mean of exponentials") {
  const double lambda = -0.5;
  const std::vector<double> v{1, 2, 4};
  TermSums sums({.base = true});
  for (const double x : v) sums.add({numeric::exp(lambda * x - 3), 1, 0});
  const Estimate exponentials = sums.combine(Combination::mean);
  const Estimate found = terms::log_of(exponentials, lambda, 3);
  const double mean = (std::exp(-0.5) + std::exp(-1.0) + std::exp(-2.0)) / 3;
  CHECK(found.value == Approx(std::log(mean) / lambda).epsilon(1e-14));
  double squares = 0;
  for (const double x : v) squares += std::pow(std::exp(lambda * x) / mean - 1, 2);
  CHECK(found.standard_error == Approx(std::sqrt(squares / 2 / 3) / 0.5).epsilon(1e-14));
}

TEST_CASE("term sums: records that play no part") {
  Records records = drawn(50, 0, 21);
  TermSums counted = sums_of(records, {});
  counted.add_unused(30);
  for (int i = 0; i < 30; ++i) records.push_back({{0, 0, 9}, 0});
  CHECK(counted.combine(Combination::mean).value ==
        sums_of(records, {}).combine(Combination::mean).value);
  CHECK(counted.combine(Combination::mean).standard_error ==
        sums_of(records, {}).combine(Combination::mean).standard_error);
  CHECK(counted.used() == sums_of(records, {}).used());
  CHECK(counted.weights().z == sums_of(records, {}).weights().z);
}

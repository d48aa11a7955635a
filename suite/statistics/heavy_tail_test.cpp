#include "suite/statistics/heavy_tail.hpp"

#include <cmath>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "suite/statistics/largest_terms.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;
using namespace replaybench::statistics;

namespace {

std::vector<double> pareto(double index, std::size_t count, std::uint64_t key) {
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) {
    Draws draws(StreamKey{key}, i);
    values.push_back(std::pow(1 - draws.uniform(), -1 / index));
  }
  return values;
}

}  // namespace

TEST_CASE("heavy tail: the largest terms' share, by hand") {
  std::vector<double> terms(30, 1);
  terms[3] = -21;
  terms[7] = 0;
  CHECK(tail_of(terms).largest_share == 30.0 / 49);  // 21 and nine of 1
  CHECK(std::isnan(tail_of(terms).index));
  CHECK_FALSE(tail_of(terms).has_no_variance());
  CHECK(tail_of(std::vector<double>{}).largest_share == 0);
  CHECK(tail_of(std::vector<double>{0, 0}).largest_share == 0);
  CHECK(tail_of(std::vector<double>{2, 0}).largest_share == 1);
}

TEST_CASE("heavy tail: Hill's index of exact quantiles") {
  // The quantiles of a Pareto distribution with index 1.5: log(x_i / x_k) = log((k + 1) / i) / 1.5.
  std::vector<double> terms;
  for (int i = 1; i <= 900; ++i) terms.push_back(std::pow(i / 901.0, -1 / 1.5));
  const Tail tail = tail_of(terms);
  CHECK(tail.order == 30);
  double mean = 0;
  for (int i = 1; i <= 30; ++i) mean += std::log(31.0 / i) / 1.5 / 30;
  CHECK(tail.index == Approx(1 / mean).epsilon(1e-12));
}

TEST_CASE("heavy tail: found where there is no variance, and not elsewhere") {
  int heavy = 0, light = 0;
  for (std::uint64_t log = 0; log < 100; ++log) {
    heavy += tail_of(pareto(1.05, 2'000, 70'000 + log)).has_no_variance();
    light += tail_of(pareto(3, 2'000, 80'000 + log)).has_no_variance();
  }
  CHECK(heavy >= 95);
  CHECK(light == 0);
  // Clicks under three weights: the largest terms differ in a few values only.
  std::vector<double> clicks;
  for (std::size_t i = 0; i < 5'000; ++i) {
    clicks.push_back(i % 10 != 0 ? 0 : i % 500 == 0 ? 20.0 : i % 50 == 0 ? 4.0 : 0.5);
  }
  CHECK(std::isnan(tail_of(clicks).index));
}

TEST_CASE("heavy tail: merged parts have the tail of all terms, to the last bit") {
  const auto terms = pareto(1.4, 5'000, 9);
  const Tail whole = tail_of(terms);
  LargestTerms merged(terms.size());
  for (std::size_t part = 3; part-- > 0;) {
    LargestTerms own(terms.size());
    for (std::size_t i = part; i < terms.size(); i += 3) own.add(terms[i]);
    merged.merge(own);
  }
  CHECK(merged.tail().index == whole.index);
  CHECK(merged.tail().order == 70);
  CHECK(merged.tail().largest_share == whole.largest_share);
}

TEST_CASE("heavy tail: terms of any number, in bytes") {
  const std::vector<double> terms = pareto(1.5, 5000, 4);
  const Tail whole = tail_of(terms);
  LargestTerms merged;
  for (std::size_t part = 0; part < 10; ++part) {
    LargestTerms own;
    for (std::size_t i = part; i < terms.size(); i += 10) own.add(terms[i]);
    std::string bytes;
    own.write(bytes);
    bytes += "rest";
    std::string_view left = bytes;
    merged.merge(LargestTerms::read(left));
    CHECK(left == "rest");
    left = std::string_view(bytes).substr(0, bytes.size() - 5);
    CHECK_THROWS_AS(LargestTerms::read(left), std::invalid_argument);
  }
  CHECK(merged.tail().index == whole.index);
  CHECK(merged.tail().largest_share == whole.largest_share);
  CHECK(merged.tail().order == 70);
}

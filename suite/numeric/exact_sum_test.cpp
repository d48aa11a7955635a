#include "suite/numeric/exact_sum.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;
using numeric::ExactSum;

namespace {

double sum_of(const std::vector<double>& terms) {
  ExactSum sum;
  for (const double term : terms) sum.add(term);
  return sum.value();
}

}  // namespace

TEST_CASE("exact sum: what a running sum loses") {
  CHECK(sum_of({}) == 0);
  CHECK(sum_of({1e300, 1, -1e300}) == 1);
  CHECK(sum_of({1, 1e-300, -1}) == 1e-300);
  CHECK(sum_of({0.1, 0.2, 0.3, -0.6}) == std::ldexp(1, -55));  // of the doubles themselves
  CHECK(sum_of(std::vector<double>(10, 0.1)) == 1);
  CHECK(sum_of({-2.5, 1.25}) == -1.25);
}

TEST_CASE("exact sum: rounding to the nearest, ties to even") {
  const double half_ulp = std::ldexp(1, -53);
  CHECK(sum_of({1, half_ulp}) == 1);
  CHECK(sum_of({1, half_ulp, 1e-300}) == 1 + 2 * half_ulp);
  CHECK(sum_of({1 + 2 * half_ulp, half_ulp}) == 1 + 4 * half_ulp);
  CHECK(sum_of({-1, -half_ulp, -1e-300}) == -1 - 2 * half_ulp);
}

TEST_CASE("exact sum: the smallest, the largest and what is not finite") {
  const double least = std::numeric_limits<double>::denorm_min();
  const double most = std::numeric_limits<double>::max();
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(sum_of({least, least, least}) == 3 * least);
  CHECK(sum_of({std::numeric_limits<double>::min(), -least}) ==
        std::numeric_limits<double>::min() - least);
  CHECK(sum_of({most, most, -most}) == most);
  CHECK(sum_of({most, most}) == infinity);
  CHECK(sum_of({1, infinity}) == infinity);
  CHECK(std::isnan(sum_of({infinity, -infinity})));
  CHECK(std::isnan(sum_of({1, std::nan("")})));
}

TEST_CASE("exact sum: neither the order nor the parts matter") {
  std::vector<double> terms;
  Draws draws({7}, 0);
  for (int i = 0; i < 2'000; ++i) {
    terms.push_back(std::ldexp(draws.uniform() - 0.5, static_cast<int>(draws.below(200)) - 100));
  }
  const double sum = sum_of(terms);
  long double reference = 0;
  for (const double term : terms) reference += term;
  CHECK(std::fabs(sum - static_cast<double>(reference)) <= 1e-13 * std::fabs(sum));
  for (std::uint64_t round = 0; round < 20; ++round) {
    for (std::size_t i = terms.size(); i > 1; --i) {
      std::swap(terms[i - 1], terms[draws.below(static_cast<std::uint32_t>(i))]);
    }
    CHECK(sum_of(terms) == sum);
    ExactSum first, second;
    for (std::size_t i = 0; i < terms.size(); ++i) (i % 3 ? first : second).add(terms[i]);
    first.merge(second);
    CHECK(first.value() == sum);
  }
  std::vector<double> both = terms;
  for (const double term : terms) both.push_back(-term);
  CHECK(sum_of(both) == 0);
}

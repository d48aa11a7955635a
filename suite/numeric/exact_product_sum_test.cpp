#include "suite/numeric/exact_product_sum.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "suite/numeric/exact_sum.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;
using numeric::ExactProductSum;
using numeric::ExactSum;
using numeric::Wide;

namespace {

using Factors = std::vector<std::pair<double, double>>;

Wide sum_of(const Factors& factors) {
  ExactProductSum sum;
  for (const auto& [a, b] : factors) sum.add(a, b);
  return sum.value();
}

}  // namespace

TEST_CASE("exact sum of products: nothing is rounded, nothing overflows") {
  CHECK(sum_of({}) == 0);
  CHECK(sum_of({{3, 4}, {-2, 5}}) == 2);
  // (1 + 2^-52)^2 = 1 + 2^-51 + 2^-104
  const double next = 1 + std::ldexp(1, -52);
  CHECK(sum_of({{next, next}, {-1, 1}, {std::ldexp(-1, -51), 1}}) ==
        numeric::wide_power_of_two(-104));
  const double most = std::numeric_limits<double>::max();
  const double least = std::numeric_limits<double>::denorm_min();
  CHECK(sum_of({{most, most}, {1, 1}, {-most, most}}) == 1);
  CHECK(sum_of({{most, most}, {most, most}}) == 2 * static_cast<Wide>(most) * most);
  CHECK(sum_of({{least, least}, {1, -1}, {1, 1}}) == numeric::wide_power_of_two(-2148));
  CHECK(sum_of({{least, -least}}) == -numeric::wide_power_of_two(-2148));
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(std::isinf(static_cast<double>(sum_of({{infinity, 2}, {1, 1}}))));
  CHECK(std::isnan(static_cast<double>(sum_of({{infinity, 0}}))));
}

TEST_CASE("exact sums: canonical bytes") {
  ExactProductSum one_way, other_way;
  one_way.add(1e150, 1e150);
  one_way.add(-3, 7);
  one_way.add(-1e150, 1e150);
  other_way.add(-20, 1);
  other_way.add(1, -1);
  std::string a, b;
  one_way.write(a);
  other_way.write(b);
  CHECK(a == b);
  CHECK(a.size() == 3 + 4);
  std::string_view bytes = a;
  CHECK(ExactProductSum::read(bytes).value() == -21);
  CHECK(bytes.empty());
  for (const double number : {0.0, -1.5, 1e308, -5e-324, std::numeric_limits<double>::infinity()}) {
    ExactSum sum;
    sum.add(number);
    std::string written;
    sum.write(written);
    std::string_view rest = written;
    CHECK(ExactSum::read(rest).value() == number);
  }
  for (const std::string& damaged :
       {std::string(), std::string("\x01"), std::string("\x08\x01\x01", 3),
        std::string("\x00\x50\x70\x01\x01\x01\x01", 7)}) {
    std::string_view rest = damaged;
    CHECK_THROWS_AS(ExactSum::read(rest), std::invalid_argument);
  }
}

TEST_CASE("exact sum: 113 bits of the sum of doubles") {
  ExactSum sum;
  sum.add(1);
  sum.add(std::ldexp(1, -100));
  CHECK(sum.wide_value() == 1 + numeric::wide_power_of_two(-100));
  sum.add(-1);
  CHECK(sum.wide_value() == numeric::wide_power_of_two(-100));
}

TEST_CASE("root: beyond the doubles") {
  CHECK(numeric::root(2) == std::sqrt(2.0));
  CHECK(numeric::root(numeric::wide_power_of_two(1800)) == std::ldexp(1, 900));
  CHECK(numeric::root(numeric::wide_power_of_two(-1800)) == std::ldexp(1, -900));
  CHECK(numeric::root(0) == 0);
  CHECK(std::isnan(numeric::root(-1)));
}

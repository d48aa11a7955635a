#include "suite/numeric/decimal.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>

#include "suite/testing/catch.hpp"

using replaybench::numeric::parse_decimal;
using replaybench::numeric::to_decimal;

namespace {

bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

double from_bits(std::uint64_t bits) {
  double out;
  std::memcpy(&out, &bits, sizeof out);
  return out;
}

}  // namespace

TEST_CASE("decimal text is the shortest that reads back") {
  REQUIRE(to_decimal(0) == "0");
  REQUIRE(to_decimal(-0.0) == "-0");
  REQUIRE(to_decimal(0.1) == "0.1");
  REQUIRE(to_decimal(0.1 + 0.2) == "0.30000000000000004");
  REQUIRE(to_decimal(20) == "20");
  REQUIRE(to_decimal(-1.5) == "-1.5");
  REQUIRE(to_decimal(1e22) == "1e+22");
  REQUIRE(to_decimal(5e-324) == "5e-324");
  REQUIRE(to_decimal(std::numeric_limits<double>::max()) == "1.7976931348623157e+308");
  REQUIRE(to_decimal(std::nan("")) == "nan");
  REQUIRE(to_decimal(-std::nan("")) == "nan");
  REQUIRE(to_decimal(std::numeric_limits<double>::infinity()) == "inf");
  REQUIRE(to_decimal(-std::numeric_limits<double>::infinity()) == "-inf");
}

TEST_CASE("every bit pattern survives the round trip") {
  std::uint64_t state = 0x9e3779b97f4a7c15u;
  for (int i = 0; i < 100000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const double x = from_bits(state ^ (state >> 31));
    if (std::isnan(x)) continue;
    const auto back = parse_decimal(to_decimal(x));
    REQUIRE(back.has_value());
    REQUIRE(same_bits(*back, x));
  }
  REQUIRE(std::isnan(*parse_decimal("nan")));
  REQUIRE(same_bits(*parse_decimal("-0"), -0.0));
  REQUIRE(*parse_decimal("-inf") == -std::numeric_limits<double>::infinity());
}

TEST_CASE("what is a number") {
  REQUIRE(*parse_decimal("12") == 12);
  REQUIRE(*parse_decimal("+12.50") == 12.5);
  REQUIRE(*parse_decimal("-.5") == -0.5);
  REQUIRE(*parse_decimal("1.") == 1);
  REQUIRE(*parse_decimal("1e-3") == 0.001);
  REQUIRE(*parse_decimal("1E+3") == 1000);
}

TEST_CASE("what is not") {
  for (const std::string text : {"", "+", "-", "+-1", "++1", "-+1", " 1", "1 ", "1x", "0x10", "1,5",
                                 "1e", ".", "one", "1.2.3", "--1"}) {
    CAPTURE(text);
    REQUIRE_FALSE(parse_decimal(text).has_value());
  }
}

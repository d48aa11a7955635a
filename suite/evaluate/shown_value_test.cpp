#include "suite/evaluate/shown_value.hpp"

#include <limits>

#include "suite/numeric/nan.hpp"
#include "suite/testing/catch.hpp"

namespace replaybench {

TEST_CASE("shown value: two digits of the standard error") {
  CHECK(shown_value(0.714179, 0.0123794) == "0.714");
  CHECK(shown_value(0.0123794, 0.0123794) == "0.012");
  CHECK(shown_value(0.7, 0.0123794) == "0.700");
  // An error that rounds up has a digit less.
  CHECK(shown_value(0.714179, 0.00996) == "0.714");
  CHECK(shown_value(0.714179, 0.00994) == "0.7142");
  CHECK(shown_value(37.27, 4.4) == "37.3");
  CHECK(shown_value(1234567, 4321) == "1234600");
  CHECK(shown_value(-1234567, 43) == "-1234567");
}

TEST_CASE("shown value: zero has no sign, and small values no exponent") {
  CHECK(shown_value(-0.0003, 0.012) == "0.000");
  CHECK(shown_value(0, 0.0048) == "0.0000");
  CHECK(shown_value(-3, 4321) == "0");
  CHECK(shown_value(0.00002, 0.000013) == "0.000020");
}

TEST_CASE("shown value: numbers far from 1") {
  CHECK(shown_value(1e308, 1.5e306) == "1e+308");
  CHECK(shown_value(1.2341e308, 1.5e306) == "1.234e+308");
  CHECK(shown_value(1.2341e-12, 1.5e-14) == "1.234e-12");
  CHECK(shown_value(1e-30, 1.5e-14) == "0");
  // A double has no more digits.
  CHECK(shown_value(100000000.25, 1e-12) == "100000000.25");
}

TEST_CASE("shown value: without an error") {
  CHECK(shown_value(0.714179123, nan) == "0.714179");
  CHECK(shown_value(0.714179123, 0) == "0.714179");
  CHECK(shown_value(nan, 0.1) == "-");
  CHECK(shown_value(std::numeric_limits<double>::infinity(), 0.1) == "-");
}

TEST_CASE("shown difference: a sign on every one but zero") {
  CHECK(shown_difference(0.304929, 0.01) == "+0.305");
  CHECK(shown_difference(-0.304929, 0.01) == "-0.305");
  CHECK(shown_difference(0.0001, 0.012) == "0.000");
  CHECK(shown_difference(-0.0001, 0.012) == "0.000");
  CHECK(shown_difference(nan, 0.012) == "-");
}

TEST_CASE("shown value: zero has no sign") {
  CHECK(shown_value(-0.0, nan) == "0");
  CHECK(shown_value(-0.0, 0.01) == "0.000");
}

TEST_CASE("shown number: counts in full") {
  CHECK(shown_number(1406879.3) == "1,407,000");
  CHECK(shown_number(1e6) == "1,000,000");
  CHECK(shown_number(1234567) == "1,234,567");
  CHECK(shown_number(1333) == "1333");
  CHECK(shown_number(1333.33) == "1333");
  CHECK(shown_number(9999.6) == "10,000");
  CHECK(shown_number(12345.6) == "12,350");
  CHECK(shown_number(-12345.6) == "-12,350");
  CHECK(shown_number(12.3456) == "12.35");
  CHECK(shown_number(0.37037) == "0.3704");
  CHECK(shown_number(1.5e-7) == "1.5e-07");
  CHECK(shown_number(1e15) == "1e+15");
  CHECK(shown_number(nan) == "-");
  CHECK(shown_integer(1234) == "1234");
  CHECK(shown_integer(12345) == "12,345");
  CHECK(shown_integer(1234567) == "1,234,567");
  CHECK(shown_percent(0.98765) == "98.8%");
  CHECK(shown_percent(nan) == "-");
}

}  // namespace replaybench

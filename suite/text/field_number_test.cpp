#include "suite/text/field_number.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"

namespace replaybench {
namespace {

// Checks that the bits equal those of from_chars (and of the C library, if the text is a plain decimal), or that both
// reject the text.
void check_same(const std::string& text) {
  double expected = 0;
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, expected);
  const bool good = result.ec == std::errc{} && result.ptr == end;
  double value = 0;
  const bool read = parse_field_number(text, value);
  if (read != good ||
      (good && std::bit_cast<std::uint64_t>(value) != std::bit_cast<std::uint64_t>(expected))) {
    FAIL("\"" << text << "\" read " << read << " " << value << ", from_chars " << good << " "
              << expected);
  }
  if (good && std::isfinite(expected)) {
    const double c_library = std::strtod(text.c_str(), nullptr);
    if (std::bit_cast<std::uint64_t>(value) != std::bit_cast<std::uint64_t>(c_library)) {
      FAIL("\"" << text << "\" read " << value << ", strtod " << c_library);
    }
  }
}

std::string digits(Draws& draws, std::uint32_t count) {
  std::string text;
  for (std::uint32_t i = 0; i < count; ++i) text += static_cast<char>('0' + draws.below(10));
  return text;
}

TEST_CASE("field_number: chosen texts are read as from_chars reads them") {
  for (const char* text : {"0",
                           "-0",
                           "0.0",
                           "-0.0",
                           "1",
                           "-1",
                           "1.",
                           ".5",
                           "-.5",
                           ".",
                           "-",
                           "",
                           "-.",
                           "1.5.2",
                           "1,5",
                           " 1",
                           "1 ",
                           "--1",
                           "0x10",
                           "1e",
                           "1e5",
                           "1E-5",
                           "1e+5",
                           "1e+",
                           "1e400",
                           "-1e400",
                           "1e-400",
                           "4.9e-324",
                           "2e-324",
                           "1.7976931348623157e308",
                           "1.7976931348623159e308",
                           "inf",
                           "-inf",
                           "nan",
                           "NaN",
                           "nan(1)",
                           "infinity",
                           "9007199254740991",
                           "9007199254740992",
                           "9007199254740993",
                           "9007199254740994",
                           "18446744073709551615",
                           "18446744073709551616",
                           "9999999999999999999",
                           "99999999999999999999",
                           "0.1",
                           "0.2",
                           "0.3",
                           "123456.789",
                           "00000000000000000000001",
                           "0.0000000000000000000000001",
                           "0.029411764705882353",
                           "1e22",
                           "1e23",
                           "179769313486231570000000000000000000000",
                           "8.5",
                           "1/2",
                           "1:2",
                           "12a",
                           "a12"}) {
    check_same(text);
  }
  check_same(std::string("1\0", 2));
  check_same(std::string(800, '9'));
  check_same("0." + std::string(800, '9'));
}

TEST_CASE("field_number: every text of one to three characters that numbers are made of") {
  const std::string characters = "0123456789.-e /:";  // '/' and ':' stand beside the digits
  for (const char a : characters) {
    check_same({a});
    for (const char b : characters) {
      check_same({a, b});
      for (const char c : characters) check_same({a, b, c});
    }
  }
}

TEST_CASE("field_number: a leading plus is allowed, one only") {
  double value = 0;
  CHECK(parse_field_number("+1.5", value));
  CHECK(value == 1.5);
  CHECK_FALSE(parse_field_number("++1", value));
  CHECK_FALSE(parse_field_number("+-1", value));
  CHECK_FALSE(parse_field_number("+", value));
}

TEST_CASE("field_number: 600 000 random decimals have the bits of from_chars") {
  Draws draws(derive_key(1, "log", "field_number_test"), 0);
  for (int i = 0; i < 200'000; ++i) {
    // Any number of digits on both sides of the point.
    check_same((draws.below(2) ? "-" : "") + digits(draws, 1 + draws.below(12)) + "." +
               digits(draws, draws.below(20)));
    // The shortest text of a random double, usually 16 or 17 digits: the features of a real log.
    char buffer[40];
    const auto written = std::to_chars(buffer, buffer + sizeof buffer, 20 * draws.uniform() - 10);
    check_same({buffer, written.ptr});
    // Any bits at all, with exponents of all sizes.
    const auto any = std::bit_cast<double>(draws.bits());
    const auto scientific =
        std::to_chars(buffer, buffer + sizeof buffer, any, std::chars_format::scientific);
    if (std::isfinite(any)) check_same({buffer, scientific.ptr});
  }
}

TEST_CASE("field_number: mantissas around 2^53 and halfway cases") {
  Draws draws(derive_key(2, "log", "field_number_test"), 0);
  for (std::uint64_t mantissa = (1ULL << 53) - 200; mantissa < (1ULL << 53) + 200; ++mantissa) {
    const std::string whole = std::to_string(mantissa);
    for (std::size_t point = 0; point <= whole.size(); ++point) {
      check_same(whole.substr(0, point) + "." + whole.substr(point));
    }
    for (std::size_t zeros = 0; zeros < 12; ++zeros) {
      check_same("0." + std::string(zeros, '0') + whole);
      check_same(whole + std::string(zeros, '0'));
    }
  }
  // Halfway between two doubles of [1, 2): an odd multiple of 2^-53, written out in full (53
  // decimals).
  for (int i = 0; i < 1000; ++i) {
    long double halfway = 1 + (2 * std::floor(std::ldexp(draws.uniform(), 52)) + 1) * 0x1p-53L;
    char buffer[80];
    std::snprintf(buffer, sizeof buffer, "%.53Lf", halfway);
    check_same(buffer);
  }
}

TEST_CASE("field_number: random rubbish is read or refused as from_chars does") {
  Draws draws(derive_key(3, "log", "field_number_test"), 0);
  constexpr std::string_view alphabet = "0123456789..--eE5 xinfa";
  for (int i = 0; i < 200'000; ++i) {
    std::string text;
    for (std::uint32_t c = draws.below(8); c > 0; --c) {
      text += alphabet[draws.below(static_cast<std::uint32_t>(alphabet.size()))];
    }
    check_same(text);
  }
}

TEST_CASE("field_number: problems") {
  CHECK(number_problem("") == "is empty");
  CHECK(number_problem("abc") == "is not a number");
  CHECK(number_problem("1.5x") == "is not a number");
  CHECK(number_problem("1e999x") == "is not a number");
  CHECK(number_problem("nan") == "is not finite");
  CHECK(number_problem("-inf") == "is not finite");
  CHECK(number_problem("+") == "is not a number");
}

}  // namespace
}  // namespace replaybench

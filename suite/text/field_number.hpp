#pragma once
// Decimal fields as doubles, exactly and fast.

#include <cstdint>
#include <string>
#include <string_view>

#include "suite/numeric/decimal.hpp"

namespace replaybench {

/// The whole of `text` as a double; gives false if numeric::parse_decimal gives nothing, else
/// the very same bits.
///
/// A field of at most 19 digits with a mantissa w <= 2^53 and k <= 22 digits after the point is w /
/// 10^k: both are exact doubles and one division rounds correctly (Clinger 1990, "How to read
/// floating point numbers accurately"). Everything else, also all that is not a number, goes the
/// long way.
inline bool parse_field_number(std::string_view text, double& value) {
  static constexpr double powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                             1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                             1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  // "1" and "0.0": rewards are hardly ever anything else, and sparse features neither.
  const auto digit_at = [&](std::size_t i) {
    return static_cast<unsigned>(static_cast<unsigned char>(text[i])) - '0';
  };
  if (text.size() == 1 && digit_at(0) <= 9) {
    value = digit_at(0);
    return true;
  }
  if (text.size() == 3 && text[1] == '.' && digit_at(0) <= 9 && digit_at(2) <= 9) {
    value = (10 * digit_at(0) + digit_at(2)) / 10.0;
    return true;
  }
  const char* at = text.data();
  const char* const end = at + text.size();
  const bool negative = at != end && *at == '-';
  if (negative) ++at;
  std::uint64_t mantissa = 0;
  const auto take_digits = [&] {
    const char* const first = at;
    for (; at != end; ++at) {
      const auto digit = static_cast<unsigned>(static_cast<unsigned char>(*at)) - '0';
      if (digit > 9) break;
      mantissa = 10 * mantissa + digit;
    }
    return at - first;
  };
  auto digits = take_digits();
  auto after_point = digits - digits;
  if (at != end && *at == '.') {
    ++at;
    after_point = take_digits();
    digits += after_point;
  }
  // 19 digits cannot overflow 64 bits, and bound after_point by 19.
  if (at == end && digits > 0 && digits <= 19 && mantissa <= (std::uint64_t{1} << 53)) {
    const double magnitude = static_cast<double>(mantissa) / powers_of_ten[after_point];
    value = negative ? -magnitude : magnitude;
    return true;
  }
  const auto parsed = numeric::parse_decimal(text);
  if (parsed) value = *parsed;
  return parsed.has_value();
}

/// Reason why `text` is not a finite number: "is empty", "is not a number" (with the remedy where
/// the decimal mark is a comma), "is outside the range of a double" or "is not finite". For
/// messages only; needs a text that is not a finite number.
std::string number_problem(std::string_view text);

}  // namespace replaybench

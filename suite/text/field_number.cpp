#include "suite/text/field_number.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>

namespace replaybench {

// A field of at most 19 digits with a mantissa w <= 2^53 and k <= 22 digits after the point is w /
// 10^k: both are exact doubles and one division rounds correctly (Clinger 1990, "How to read
// floating point numbers accurately"). Everything else, also all that is not a number, goes the
// long way.
bool parse_any_field_number(std::string_view text, double& value) {
  static constexpr double powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                             1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                             1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
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

bool is_missing_number(std::string_view text) {
  static constexpr std::string_view words[] = {"",     "NA",   "N/A",  "NaN", "nan",
                                               "null", "NULL", "None", "\\N"};
  return std::find(std::begin(words), std::end(words), text) != std::end(words);
}

std::string number_problem(std::string_view text) {
  if (text.empty()) return "is empty";
  if (numeric::parse_decimal(text)) return "is not finite";
  double value = 0;
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data() + (text.front() == '+' ? 1 : 0), end, value);
  const bool out_of_range = result.ec == std::errc::result_out_of_range && result.ptr == end;
  if (out_of_range) return "is outside the range of a double";
  if (const auto comma = text.find(','); comma != std::string_view::npos) {
    std::string with_point(text);
    with_point[comma] = '.';
    const bool thousands = comma > 0 && comma <= 3 && text.size() == comma + 4 && text[0] != '0';
    if (thousands && numeric::parse_decimal(with_point)) {
      return "is not a number: write " + std::string(text.substr(0, comma)) +
             std::string(text.substr(comma + 1)) + " if the comma stands between thousands, " +
             with_point + " if it is the decimal mark";
    }
    if (numeric::parse_decimal(with_point)) {
      return "is not a number: the decimal mark is a comma, write " + with_point;
    }
  }
  return "is not a number";
}

}  // namespace replaybench

#include "suite/text/field_number.hpp"

#include <charconv>

namespace replaybench {

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

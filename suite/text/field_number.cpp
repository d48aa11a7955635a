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
  return out_of_range ? "is outside the range of a double" : "is not a number";
}

}  // namespace replaybench

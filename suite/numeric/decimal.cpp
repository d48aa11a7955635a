#include "suite/numeric/decimal.hpp"

#include <charconv>
#include <cmath>

namespace replaybench::numeric {

std::string to_decimal(double value) {
  if (std::isnan(value)) return "nan";
  char buffer[40];
  // 100000, not 1e+05: whole numbers that a double holds exactly are written out.
  const bool whole = std::fabs(value) < 1e15 && value == std::floor(value);
  const auto result =
      whole ? std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed)
            : std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, result.ptr};
}

std::optional<double> parse_decimal(std::string_view text) {
  if (!text.empty() && text.front() == '+') {
    text.remove_prefix(1);
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) return std::nullopt;
  }
  double value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || result.ec != std::errc{} || result.ptr != text.data() + text.size()) {
    return std::nullopt;
  }
  return value;
}

}  // namespace replaybench::numeric

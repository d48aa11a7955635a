#include "suite/text/csv_field.hpp"

#include <cmath>

#include "suite/numeric/decimal.hpp"

namespace replaybench {

std::string quoted_csv_field(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  return quoted_csv_field(text);
}

std::string csv_number(double value) {
  return std::isfinite(value) ? numeric::to_decimal(value) : std::string();
}

}  // namespace replaybench

#include "suite/evaluate/shown_value.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace replaybench {

namespace {

constexpr int max_digits = 15;  // of a double, all are right
constexpr double longest = 1e15;

// Decimal exponent of the first digit after rounding to `digits` digits: 2 for 123 and for 99.96 with two digits.
int exponent_of(double value, int digits) {
  const std::string text = fmt::format("{:.{}e}", std::fabs(value), digits - 1);
  return std::stoi(text.substr(text.find('e') + 1));
}

std::string without_sign_of_zero(std::string text) {
  const bool zero = text.find_first_of("123456789") == std::string::npos;
  return zero && text.starts_with('-') ? text.substr(1) : text;
}

std::string with_commas(std::string digits) {
  const std::size_t first = digits.starts_with('-') ? 1 : 0;
  if (digits.size() - first < 5) return digits;
  for (std::size_t at = digits.size(); at > first + 3;) digits.insert(at -= 3, ",");
  return digits;
}

}  // namespace

std::string shown_value(double value, double error) {
  if (!std::isfinite(value)) return "-";
  if (!(error > 0) || !std::isfinite(error)) {
    return without_sign_of_zero(fmt::format("{:.6g}", value));
  }
  const int decimals = 1 - exponent_of(error, 2);
  const int digits = value == 0 ? 0 : exponent_of(value, max_digits) + 1 + decimals;
  if (digits > max_digits) return fmt::format("{:.{}g}", value, max_digits);
  const double size = std::fmax(std::fabs(value), error);
  if (size >= longest || size < 1e-6) {
    return fmt::format("{:.{}g}", digits > 0 ? value : 0.0, std::max(digits, 1));
  }
  if (decimals >= 0) return without_sign_of_zero(fmt::format("{:.{}f}", value, decimals));
  const double unit = std::pow(10.0, -decimals);
  return without_sign_of_zero(fmt::format("{:.0f}", std::round(value / unit) * unit));
}

std::string shown_difference(double value, double error) {
  const std::string text = shown_value(value, error);
  const bool zero = text.find_first_of("123456789") == std::string::npos;
  return zero || value < 0 || !std::isfinite(value) ? text : "+" + text;
}

std::string shown_integer(std::uint64_t value) { return with_commas(std::to_string(value)); }

std::string shown_number(double value) {
  if (!std::isfinite(value)) return "-";
  const double size = std::fabs(value);
  if (size >= longest || (size < 1000 && size != std::floor(size))) {
    return fmt::format("{:.4g}", value);
  }
  if (size == std::floor(size)) return with_commas(fmt::format("{:.0f}", value));
  const double unit = std::pow(10.0, exponent_of(value, 4) - 3);
  return with_commas(fmt::format("{:.0f}", std::round(value / unit) * unit));
}

std::string shown_percent(double share) {
  return std::isfinite(share) ? fmt::format("{:.1f}%", 100 * share) : std::string("-");
}

}  // namespace replaybench

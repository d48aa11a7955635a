#include "suite/format/value_meaning.hpp"

#include <charconv>
#include <cmath>
#include <limits>

#include "suite/text/errors.hpp"

namespace replaybench::parquet {

namespace {

void add_padded(std::string& text, std::int64_t value, std::size_t width) {
  std::string digits = std::to_string(value < 0 ? -value : value);
  if (value < 0) text += '-';
  if (digits.size() < width) digits.insert(0, width - digits.size(), '0');
  text += digits;
}

std::int64_t floor_divide(std::int64_t value, std::int64_t divisor) {
  return value / divisor - (value % divisor < 0 ? 1 : 0);
}

}  // namespace

// Days to the calendar: H. Hinnant, chrono-Compatible Low-Level Date Algorithms, civil_from_days.
std::string date_text(std::int64_t days) {
  constexpr std::int64_t days_of_era = 146097;  // 400 years
  days += 719468;                               // since 0000-03-01
  const std::int64_t era = floor_divide(days, days_of_era);
  const std::int64_t day_of_era = days - era * days_of_era;
  const std::int64_t year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const std::int64_t day_of_year =
      day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const std::int64_t march_month = (5 * day_of_year + 2) / 153;
  const std::int64_t month = march_month < 10 ? march_month + 3 : march_month - 9;
  std::string text;
  add_padded(text, year_of_era + era * 400 + (month <= 2 ? 1 : 0), 4);
  text += '-';
  add_padded(text, month, 2);
  text += '-';
  add_padded(text, day_of_year - (153 * march_month + 2) / 5 + 1, 2);
  return text;
}

std::string timestamp_text(std::int64_t value, std::int64_t per_second) {
  const std::int64_t seconds = floor_divide(value, per_second);
  const std::int64_t rest = value % per_second;  // the product of the seconds may not fit 64 bits
  const std::int64_t fraction = rest < 0 ? rest + per_second : rest;
  const std::int64_t days = floor_divide(seconds, 86400);
  const std::int64_t of_day = seconds - days * 86400;
  std::string text = date_text(days) + ' ';
  add_padded(text, of_day / 3600, 2);
  text += ':';
  add_padded(text, of_day / 60 % 60, 2);
  text += ':';
  add_padded(text, of_day % 60, 2);
  if (fraction == 0) return text;
  std::size_t decimals = 0;
  for (std::int64_t unit = per_second; unit > 1; unit /= 10) ++decimals;
  text += '.';
  add_padded(text, fraction, decimals);
  return text;
}

double half_number(std::uint16_t bits) {
  const int exponent = bits >> 10 & 0x1f;
  const int fraction = bits & 0x3ff;
  double value = 0;
  if (exponent == 0x1f) {
    value = fraction == 0 ? std::numeric_limits<double>::infinity()
                          : std::numeric_limits<double>::quiet_NaN();
  } else if (exponent == 0) {
    value = std::ldexp(fraction, -24);
  } else {
    value = std::ldexp(fraction + 1024, exponent - 25);
  }
  return (bits & 0x8000) != 0 ? -value : value;
}

double decimal_number(std::string_view big_endian, int scale) {
  if (big_endian.empty() || big_endian.size() > 16) {
    throw DataError("a DECIMAL of " + std::to_string(big_endian.size()) +
                    " bytes; 1 to 16 are read");
  }
  __extension__ using Wide = unsigned __int128;
  const bool negative = static_cast<unsigned char>(big_endian[0]) >= 0x80;
  Wide value = negative ? ~Wide{0} : Wide{0};
  for (const char byte : big_endian) value = value << 8 | static_cast<unsigned char>(byte);
  if (negative) value = ~value + 1;
  // Decimal digits, which the conversion below rounds once.
  char text[64];
  char* begin = text + 48;
  char* const end = begin;
  do {
    *--begin = static_cast<char>('0' + static_cast<int>(value % 10));
    value /= 10;
  } while (value != 0);
  if (negative) *--begin = '-';
  *end = 'e';
  const auto exponent = std::to_chars(end + 1, text + sizeof text, -scale);
  double number = 0;
  std::from_chars(begin, exponent.ptr, number);
  return number;
}

std::string uuid_text(std::string_view bytes) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    const auto byte = static_cast<unsigned char>(bytes[i]);
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

std::string time_text(std::int64_t value, Meaning meaning) {
  switch (meaning) {
    case Meaning::date:
      return date_text(value);
    case Meaning::milliseconds:
      return timestamp_text(value, 1'000);
    case Meaning::microseconds:
      return timestamp_text(value, 1'000'000);
    case Meaning::nanoseconds:
      return timestamp_text(value, 1'000'000'000);
    default:
      return std::to_string(value);
  }
}

}  // namespace replaybench::parquet

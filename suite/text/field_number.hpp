#pragma once
// Decimal fields as doubles, exactly and fast.

#include <string>
#include <string_view>

#include "suite/numeric/decimal.hpp"

namespace replaybench {

/// `parse_field_number` of any text.
bool parse_any_field_number(std::string_view text, double& value);

/// The whole of `text` as a double; gives false if numeric::parse_decimal gives nothing, else
/// the very same bits.
inline bool parse_field_number(std::string_view text, double& value) {
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
  return parse_any_field_number(text, value);
}

/// True if `text` is empty or a word that data tools write for a missing number: NA, NaN, null, None, \\N, ...
bool is_missing_number(std::string_view text);

/// Reason why `text` is not a finite number: "is empty", "is not a number" (with the remedy where
/// the decimal mark is a comma), "is outside the range of a double" or "is not finite". For
/// messages only; needs a text that is not a finite number.
std::string number_problem(std::string_view text);

}  // namespace replaybench

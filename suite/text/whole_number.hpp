#pragma once
// Whole numbers that are a text by themselves.

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace replaybench {

/// The number that all of `text` is, in decimal digits (with a minus for signed types); nothing for
/// other text, the empty one among it, and for numbers that Number does not hold. O(text).
template <class Number>
std::optional<Number> whole_number(std::string_view text) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
  return number;
}

}  // namespace replaybench

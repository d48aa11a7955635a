#pragma once

#include <string_view>

namespace replaybench {

/// True for a space, a tab or a line break.
constexpr bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// `text` without the blanks at its ends. O(their number).
inline std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace replaybench

#pragma once

#include <string_view>

namespace replaybench {

/// `text` without the blanks (spaces, tabs, line breaks) at its ends. O(their number).
inline std::string_view without_blanks(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace replaybench

#pragma once
// Words of Vowpal Wabbit's text, between spaces and tabs.

#include <algorithm>
#include <string_view>

namespace replaybench::vw {

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// True if the text has blanks only. O(length).
inline bool is_empty(std::string_view text) {
  return std::all_of(text.begin(), text.end(), is_blank);
}

/// Takes the next word off the front; empty if there is none. O(its length, with the blanks before).
inline std::string_view take_word(std::string_view& text) {
  const auto begin = std::find_if_not(text.begin(), text.end(), is_blank);
  const auto end = std::find_if(begin, text.end(), is_blank);
  const std::string_view word(begin, end);
  text = std::string_view(end, text.end());
  return word;
}

}  // namespace replaybench::vw

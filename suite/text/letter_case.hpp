#pragma once
// Names compared regardless of the case of their ASCII letters, in any locale.

#include <algorithm>
#include <string>
#include <string_view>

namespace replaybench {

/// The small letter of an ASCII capital, any other byte as it is.
inline char lower_case(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// O(length).
inline std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = lower_case(c);
  return lower;
}

/// True if the two differ at most in the case of ASCII letters. O(length).
inline bool same_any_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower_case(x) == lower_case(y); });
}

}  // namespace replaybench

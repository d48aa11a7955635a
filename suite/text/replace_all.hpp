#pragma once

#include <string>
#include <string_view>

namespace replaybench {

/// Replaces every occurrence of `old`, which is not empty, from left to right; what was put in is not
/// looked at again. O(length).
void replace_all(std::string& text, std::string_view old, std::string_view replacement);

}  // namespace replaybench

#pragma once
// Text of the user's, made fit for a message.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace replaybench {

/// `text` in double quotes, cut to `limit` characters (then "..." follows the closing quote);
/// quotes, backslashes, control characters and bytes that are not UTF-8 are escaped as in C, so
/// that the result is valid UTF-8 of one line for any text.
std::string quoted_text(std::string_view text, std::size_t limit = 40);

/// "a", "b", "c": at most `limit` names, then "... and 12 more".
std::string shown_names(std::span<const std::string> names, std::size_t limit = 40);

}  // namespace replaybench

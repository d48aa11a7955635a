#pragma once
// Text that comes from a file, made safe for a terminal.

#include <cstddef>
#include <string>
#include <string_view>

namespace replaybench {

/// Length of the printable UTF-8 character at the beginning of `text`, which is not empty; 0 for a
/// control character and for bytes that are not UTF-8.
std::size_t printable_length(std::string_view text);

/// Appends \n, \r, \t or \x1b (two digits) for the byte `c`.
void append_escaped(std::string& shown, char c);

/// `text` with its control characters, and bytes that are not UTF-8, escaped as in C. Line feeds and
/// tabs stay. The result cannot move a terminal's cursor, colour it or retitle its window.
std::string printable_text(std::string_view text);

}  // namespace replaybench

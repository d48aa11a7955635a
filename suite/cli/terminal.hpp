#pragma once
// Text for a terminal: how wide it is, and lines that fit.

#include <cstddef>
#include <string>
#include <string_view>

namespace replaybench::cli {

/// Characters per line of the standard output; 80 where it is not a terminal, and 40 at least.
std::size_t terminal_width();

/// `text` in lines of at most `width` characters, broken at blanks; the lines after the first begin
/// with `indent` blanks. A longer word has a line of its own. The first line begins with `head`,
/// which counts. No line feed at the end.
std::string wrapped(std::string_view head, std::string_view text, std::size_t indent,
                    std::size_t width = terminal_width());

}  // namespace replaybench::cli

#pragma once
// Text between single quotes, which another program reads back as it was.

#include <string>
#include <string_view>

namespace replaybench {

/// As a word of a POSIX shell. O(length).
std::string shell_quoted(std::string_view text);

/// As a string of gnuplot. O(length).
std::string gnuplot_quoted(std::string_view text);

}  // namespace replaybench

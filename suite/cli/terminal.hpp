#pragma once
// Text for a terminal: how wide it is, and lines that fit.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suite/text/text_table.hpp"

namespace replaybench::cli {

/// Characters per line of a terminal (STDOUT_FILENO, STDERR_FILENO), 40 at least; nothing if the
/// stream is none.
std::optional<std::size_t> width_of(int descriptor);

/// Columns of the standard output; 80 if it is not a terminal.
std::size_t terminal_width();

/// `text` in lines of at most `width` characters, broken at blanks; the lines after the first begin
/// with `indent` blanks. A longer word has a line of its own. The first line begins with `head`,
/// which counts. No line feed at the end.
std::string wrapped(std::string_view head, std::string_view text, std::size_t indent,
                    std::size_t width = terminal_width());

/// For the standard output: head and text wrapped on a terminal; one line elsewhere, so that the words of
/// a warning are the same for any width of a terminal. Control characters are escaped.
std::string wrapped_on_terminal(std::string_view head, std::string_view text, std::size_t indent);

/// aligned_table of rows below their header. On a terminal that is narrower than the table each row becomes a
/// block with a line per column.
std::string table_on_terminal(const std::vector<TextRow>& rows,
                              const std::vector<Alignment>& alignments);

/// Emphasis of a text.
enum class Emphasis { strong, good, care, bad };
/// The text in bold, and in colour except for `strong`, if the standard output is a terminal and the environment has
/// no NO_COLOR; otherwise the text itself.
std::string emphasised(Emphasis emphasis, const std::string& text);

/// For the standard error: on a terminal lines that are too long are wrapped, the rest indented by two;
/// else the text itself.
std::string wrapped_message(const std::string& text);

}  // namespace replaybench::cli

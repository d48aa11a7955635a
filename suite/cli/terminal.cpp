#include "suite/cli/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "suite/text/printable_text.hpp"
#include "suite/text/text_table.hpp"

namespace replaybench::cli {

std::optional<std::size_t> width_of(int descriptor) {
  constexpr std::size_t least = 40;
  winsize size{};
  if (!::isatty(descriptor) || ::ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) {
    return std::nullopt;
  }
  return std::max<std::size_t>(size.ws_col, least);
}

std::size_t terminal_width() {
  constexpr std::size_t usual = 80;
  return width_of(STDOUT_FILENO).value_or(usual);
}

std::string wrapped(std::string_view head, std::string_view text, std::size_t indent,
                    std::size_t width) {
  std::string lines(head);
  std::size_t column = character_count(head);
  bool blank_due = false;
  for (std::size_t at = text.find_first_not_of(' '); at < text.size();) {
    const std::string_view word = text.substr(at, text.find(' ', at) - at);
    const std::size_t length = character_count(word);
    if (blank_due && column + 1 + length > width) {
      lines += '\n' + std::string(indent, ' ');
      column = indent;
      blank_due = false;
    }
    if (blank_due) lines += ' ';
    column += blank_due + length;
    lines += word;
    blank_due = true;
    at = text.find_first_not_of(' ', at + word.size());
  }
  return lines;
}

std::string wrapped_on_terminal(std::string_view head, std::string_view text, std::size_t indent) {
  const auto width = width_of(STDOUT_FILENO);
  const std::string shown = printable_text(text);
  return width ? wrapped(head, shown, indent, *width) : std::string(head) + shown;
}

std::string table_on_terminal(const std::vector<TextRow>& rows,
                              const std::vector<Alignment>& alignments) {
  const auto width = width_of(STDOUT_FILENO);
  const std::string table = aligned_table(rows, alignments);
  if (!width || rows.size() < 2) return table;
  std::size_t widest = 0;
  for (std::size_t at = 0; at < table.size();) {
    const std::size_t end = std::min(table.find('\n', at), table.size());
    widest = std::max(widest, character_count(std::string_view(table).substr(at, end - at)));
    at = end + 1;
  }
  if (widest <= *width) return table;
  std::size_t margin = 0;
  for (const std::string& title : rows.front())
    margin = std::max(margin, character_count(title) + 2);
  std::string blocks;
  for (std::size_t r = 1; r < rows.size(); ++r) {
    if (r > 1) blocks += '\n';
    for (std::size_t c = 0; c < rows[r].size(); ++c) {
      if (rows[r][c].empty()) continue;
      std::string head = rows.front()[c];
      head.append(margin - character_count(head), ' ');
      blocks += wrapped(head, rows[r][c], margin, *width) + '\n';
    }
  }
  return blocks;
}

std::string emphasised(Emphasis emphasis, const std::string& text) {
  const char* const refused = std::getenv("NO_COLOR");
  if (!::isatty(STDOUT_FILENO) || (refused && *refused)) return text;
  static const char* const codes[] = {"1", "1;32", "1;33", "1;31"};
  return "\x1b[" + std::string(codes[static_cast<int>(emphasis)]) + "m" + text + "\x1b[0m";
}

std::string wrapped_message(const std::string& text) {
  constexpr std::size_t indent = 2;
  const auto width = width_of(STDERR_FILENO);
  if (!width) return text;
  std::string lines;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = std::string_view(text).substr(at, end - at);
    if (at > 0) lines += '\n';
    lines += character_count(line) > *width ? wrapped("", line, indent, *width) : std::string(line);
    at = end + 1;
  }
  return lines;
}

}  // namespace replaybench::cli

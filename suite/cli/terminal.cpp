#include "suite/cli/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include "suite/text/text_table.hpp"

namespace replaybench::cli {

std::size_t terminal_width() {
  constexpr std::size_t least = 40;
  constexpr std::size_t usual = 80;
  winsize size{};
  if (!::isatty(STDOUT_FILENO) || ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 ||
      size.ws_col == 0) {
    return usual;
  }
  return std::max<std::size_t>(size.ws_col, least);
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

}  // namespace replaybench::cli

#pragma once
// Tables in Markdown.

#include <string>
#include <vector>

namespace replaybench {

// A cell must not end its row or its column.
inline std::string markdown_cell(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') {
      out += "\\|";
    } else {
      out += c == '\n' ? ' ' : c;
    }
  }
  return out;
}

inline std::string markdown_row(const std::vector<std::string>& cells) {
  std::string text = "|";
  for (const auto& value : cells) text += " " + markdown_cell(value) + " |";
  return text + "\n";
}

inline std::string markdown_rule(std::size_t texts, std::size_t numbers) {
  std::string line = "|";
  for (std::size_t i = 0; i < texts; ++i) line += "---|";
  for (std::size_t i = 0; i < numbers; ++i) line += "---:|";
  return line + "\n";
}

}  // namespace replaybench

#include "suite/text/text_table.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "suite/text/printable_text.hpp"

namespace replaybench {

namespace {

std::string on_one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  return printable_text(text);
}

}  // namespace

std::size_t character_count(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

std::vector<std::size_t> column_widths(const std::vector<TextRow>& rows) {
  std::vector<std::size_t> widths;
  for (const TextRow& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], character_count(row[i]));
    }
  }
  return widths;
}

std::string aligned_table(const std::vector<TextRow>& given,
                          const std::vector<Alignment>& alignments) {
  if (alignments.empty()) throw std::invalid_argument("aligned_table: no alignment is given");
  std::vector<TextRow> rows = given;
  for (TextRow& row : rows) {
    for (std::string& text : row) text = on_one_line(std::move(text));
  }
  const std::vector<std::size_t> widths = column_widths(rows);
  std::string table;
  for (const TextRow& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - character_count(row[i]), ' ');
      if (i > 0) line += "  ";
      const Alignment alignment = alignments[std::min(i, alignments.size() - 1)];
      line += alignment == Alignment::left ? row[i] + padding : padding + row[i];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    table += line + '\n';
  }
  return table;
}

}  // namespace replaybench

#include "suite/text/toml_syntax.hpp"

#include <string>

namespace replaybench::toml_syntax {

std::size_t byte_of(std::string_view text, std::size_t line, std::size_t column) {
  std::size_t at = 0;
  for (; line > 1; --line) {
    at = text.find('\n', at);
    if (at == std::string_view::npos) return at;
    ++at;
  }
  for (; column > 1 && at < text.size(); --column) {
    do {
      ++at;
    } while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80);
  }
  return at;
}

namespace {

std::string_view line_of(std::string_view text, std::size_t line) {
  const std::size_t begin = byte_of(text, line, 1);
  return begin == std::string_view::npos ? std::string_view()
                                         : text.substr(begin, text.find('\n', begin) - begin);
}

// The byte of a line at which a quoted text begins that does not end on it, or npos.
std::size_t unclosed_quote(std::string_view line) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '#') break;
    if (line[i] != '"' && line[i] != '\'') continue;
    const std::size_t begin = i;
    for (++i; i < line.size() && line[i] != line[begin]; ++i)
      i += line[i] == '\\' && line[begin] == '"';
    if (i >= line.size()) return begin;
  }
  return std::string_view::npos;
}

}  // namespace

SpecProblem problem(std::string_view text, const SourcePlace& place,
                    std::string_view library_words) {
  for (const std::size_t line : {place.line, place.line - (place.line > 1)}) {
    const std::string_view content = line_of(text, line);
    const std::size_t quote = unclosed_quote(content);
    const bool has_long_text = content.find("\"\"\"") != std::string_view::npos ||
                               content.find("\'\'\'") != std::string_view::npos;
    const bool is_behind = line == place.line ? place.column > quote : place.column <= 1;
    if (quote == std::string_view::npos || has_long_text || !is_behind) continue;
    std::size_t column = 1;
    for (const char c : content.substr(0, quote))
      column += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    return {{place.file, line, column},
            "the text that begins here has no closing " + std::string(1, content[quote]) +
                " on its line"};
  }
  return {place, "this is not TOML: " + std::string(library_words.substr(0, 200))};
}

}  // namespace replaybench::toml_syntax

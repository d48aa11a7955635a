#include "suite/text/toml_syntax.hpp"

#include <algorithm>
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

// The last byte of the quoted text that begins at `begin`; of one that is not closed, the byte before
// the end of its line, or of the file for a text of several lines.
std::size_t last_of_quoted(std::string_view text, std::size_t begin) {
  const char quote = text[begin];
  const std::string several(3, quote);
  const bool is_long = text.substr(begin).starts_with(several);
  for (std::size_t i = begin + (is_long ? 3 : 1); i < text.size(); ++i) {
    if (text[i] == '\\' && quote == '"') {
      ++i;
    } else if (is_long) {
      if (text.substr(i).starts_with(several)) return i + 2;
    } else if (text[i] == quote || text[i] == '\n') {
      return text[i] == quote ? i : i - 1;
    }
  }
  return text.size() - 1;
}

}  // namespace

void require_short_keys(std::string_view text, const std::string& file) {
  std::size_t parts = 1;
  std::size_t key = 0;  // where the key begins, if it is one
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"' || c == '\'') {
      i = last_of_quoted(text, i);
    } else if (c == '#') {
      i = std::min(text.find('\n', i), text.size()) - 1;
    } else if (c == '.') {
      if (++parts <= max_key_parts) continue;
      const auto line =
          std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(key), '\n');
      const std::size_t line_begin = text.rfind('\n', key) + 1;  // npos + 1 is 0
      throw SpecErrors("a key of more than " + std::to_string(max_key_parts) +
                           " parts; allowed: at most " + std::to_string(max_key_parts),
                       {file, static_cast<std::size_t>(line) + 1, key - line_begin + 1});
    } else if (std::string_view("\n=,[]{}").find(c) != std::string_view::npos) {
      parts = 1;
      key = i + 1;
    }
  }
}

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

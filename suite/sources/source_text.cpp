#include "suite/sources/source_text.hpp"

#include <cctype>
#include <cstddef>

namespace replaybench {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// True for a character of names and numbers, and for each byte of a character beyond ASCII.
bool is_of_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || std::isalnum(byte) != 0 || c == '_';
}

bool is_raw_prefix(std::string_view word) {
  return word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R";
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) { skip_joins(place_); }

  SourceText read() {
    while (!at_end()) {
      const char c = peek();
      if (c == '\n') {
        end_line();
        take();
      } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
        take();
        space_ = true;
      } else if (c == '/' && peek_next() == '/') {
        while (!at_end() && peek() != '\n') take();
      } else if (c == '/' && peek_next() == '*') {
        skip_comment();
      } else {
        read_token(c);
      }
    }
    end_line();
    return std::move(source_);
  }

 private:
  enum class Token { none, word, sign, literal };

  bool at_end() const { return place_ >= text_.size(); }
  char peek() const { return at_end() ? '\0' : text_[place_]; }
  char peek_next() const {
    std::size_t next = place_ + 1;
    skip_joins(next);
    return next < text_.size() ? text_[next] : '\0';
  }
  char take() {
    const char c = text_[place_++];
    skip_joins(place_);
    return c;
  }

  // A backslash at the end of a line joins it with the next one.
  void skip_joins(std::size_t& place) const {
    while (place < text_.size() && text_[place] == '\\') {
      if (text_.substr(place + 1, 1) == "\n") {
        place += 2;
      } else if (text_.substr(place + 1, 2) == "\r\n") {
        place += 3;
      } else {
        return;
      }
    }
  }

  void skip_comment() {
    take();
    take();
    while (!at_end() && !(peek() == '*' && peek_next() == '/')) take();
    if (!at_end()) take();
    if (!at_end()) take();
    space_ = true;
  }

  void read_token(char c) {
    if (c == '#' && line_is_empty_) begin_directive();
    line_is_empty_ = false;
    if (c == '"' || c == '\'') {
      add(Token::literal, read_quoted());
    } else if (is_digit(c) || (c == '.' && is_digit(peek_next()))) {
      add(Token::word, read_number());
    } else if (is_of_word(c)) {
      read_name();
    } else {
      add(Token::sign, std::string(1, take()));
    }
  }

  std::string read_quoted() {
    const char quote = take();
    std::string literal(1, quote);
    while (!at_end() && peek() != '\n') {
      const char c = take();
      literal += c;
      if (c == quote) break;
      if (c == '\\' && !at_end()) literal += take();
    }
    return literal;
  }

  std::string read_number() {
    std::string number;
    while (!at_end()) {
      const char c = peek();
      if (!is_of_word(c) && c != '.' && !(c == '\'' && is_of_word(peek_next()))) break;
      number += take();
      const bool is_exponent = c == 'e' || c == 'E' || c == 'p' || c == 'P';
      if (is_exponent && (peek() == '+' || peek() == '-')) number += take();
    }
    return number;
  }

  void read_name() {
    std::string name;
    while (!at_end() && is_of_word(peek())) name += take();
    if (peek() == '"' && is_raw_prefix(name)) {
      add(Token::literal, name + read_raw());
    } else {
      add(Token::word, name);
    }
  }

  // "mark(...)mark", byte by byte: nothing joins its lines.
  std::string read_raw() {
    const std::size_t begin = place_;
    const std::size_t open = text_.find('(', begin);
    std::size_t end = std::string_view::npos;
    if (open != std::string_view::npos) {
      const std::string close = ")" + std::string(text_.substr(begin + 1, open - begin - 1)) + "\"";
      end = text_.find(close, open);
      if (end != std::string_view::npos) end += close.size();
    }
    place_ = end == std::string_view::npos ? text_.size() : end;
    std::string literal(text_.substr(begin, place_ - begin));
    skip_joins(place_);
    return literal;
  }

  void add(Token token, std::string_view text) {
    // Between a name and a sign a blank means nothing, except for a macro's parameters.
    const bool matters =
        in_directive_ ? last_ != Token::none
                      : last_ != Token::none &&
                            (last_ == token || (last_ != Token::sign && token != Token::sign));
    if (space_ && matters) source_.code += ' ';
    source_.code += text;
    last_ = token;
    space_ = false;
  }

  void begin_directive() {
    if (!source_.code.empty() && source_.code.back() != '\n') source_.code += '\n';
    in_directive_ = true;
    directive_ = source_.code.size();
    last_ = Token::none;
  }

  void end_line() {
    space_ = true;
    line_is_empty_ = true;
    if (!in_directive_) return;
    note_include(std::string_view(source_.code).substr(directive_));
    source_.code += '\n';
    in_directive_ = false;
    last_ = Token::none;
  }

  void note_include(std::string_view directive) {
    const auto skip = [&](std::string_view begin) {
      if (!directive.starts_with(begin)) return false;
      directive.remove_prefix(begin.size());
      while (directive.starts_with(' ')) directive.remove_prefix(1);
      return true;
    };
    if (!skip("#") || !skip("include") || !directive.starts_with('"')) return;
    directive.remove_prefix(1);
    source_.includes.emplace_back(directive.substr(0, directive.find('"')));
  }

  std::string_view text_;
  std::size_t place_ = 0;
  SourceText source_;
  Token last_ = Token::none;
  bool space_ = false;
  bool line_is_empty_ = true;
  bool in_directive_ = false;
  std::size_t directive_ = 0;
};

}  // namespace

SourceText read_source(std::string_view text) { return Scanner(text).read(); }

}  // namespace replaybench

#include "suite/text/component_text.hpp"

#include <toml++/toml.h>

#include <algorithm>

#include "suite/text/quoted_text.hpp"

namespace replaybench {

namespace {

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool is_name(std::string_view text) {
  return !text.empty() && is_letter_or_digit(text.front()) &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return is_letter_or_digit(c) || c == '_' || c == '-'; });
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool read_list(const toml::array& list, WrittenValue& value) {
  std::vector<std::string> texts;
  std::vector<std::int64_t> integers;
  std::vector<double> reals;
  for (const auto& element : list) {
    if (const auto* integer = element.as_integer()) {
      integers.push_back(integer->get());
      reals.push_back(static_cast<double>(integer->get()));
    } else if (const auto* real = element.as_floating_point()) {
      reals.push_back(real->get());
    } else if (const auto* text = element.as_string()) {
      texts.push_back(text->get());
    } else {
      return false;
    }
  }
  if (!texts.empty()) {
    if (!reals.empty()) return false;
    value = std::move(texts);
  } else if (integers.size() == reals.size()) {
    value = std::move(integers);
  } else {
    value = std::move(reals);
  }
  return true;
}

bool read_value(const toml::node& node, WrittenValue& value) {
  if (const auto* boolean = node.as_boolean()) {
    value = boolean->get();
  } else if (const auto* integer = node.as_integer()) {
    value = integer->get();
  } else if (const auto* real = node.as_floating_point()) {
    value = real->get();
  } else if (const auto* text = node.as_string()) {
    value = text->get();
  } else if (const auto* list = node.as_array()) {
    return read_list(*list, value);
  } else {
    return false;
  }
  return true;
}

// Thrown inside this file only: where, in bytes of the text, and what.
struct Wrong {
  std::size_t at;
  std::string message;
};

/// The part in braces. Finds where names and values stand; a value's text is left to the TOML
/// library, whose messages are not for somebody who does not know that this is TOML.
class BraceReader {
 public:
  BraceReader(std::string_view text, std::size_t brace, const SourcePlace& place)
      : text_(text), at_(brace), place_(place) {}

  /// Throws Wrong at the first thing that is.
  void read(std::vector<WrittenParameter>& parameters) {
    const std::size_t brace = at_++;
    skip_blanks();
    while (!at('}')) {
      read_parameter(parameters);
      skip_blanks();
      if (done()) throw Wrong{brace, "this { is not closed: expected } at the end"};
      if (at('}')) break;
      if (!at(',')) throw Wrong{at_, "expected , or } before " + shown_rest()};
      ++at_;
      skip_blanks();
      if (at('}')) throw Wrong{at_, "expected a parameter between , and }"};
    }
    ++at_;
    skip_blanks();
    if (!done()) throw Wrong{at_, shown_rest() + " follows the closing }"};
  }

  /// Place of a byte of the text. Columns are characters.
  SourcePlace placed(std::size_t at) const {
    SourcePlace result = place_;
    for (const char c : text_.substr(0, at)) {
      result.column += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    }
    return result;
  }

 private:
  bool done() const { return at_ >= text_.size(); }
  bool at(char c) const { return !done() && text_[at_] == c; }
  void skip_blanks() {
    while (!done() && is_blank(text_[at_])) ++at_;
  }
  std::string shown_rest() const { return quoted_text(text_.substr(at_), 20); }

  void read_parameter(std::vector<WrittenParameter>& parameters) {
    const std::size_t begin = at_;
    while (!done() && (is_letter_or_digit(text_[at_]) || at('_') || at('-'))) ++at_;
    WrittenParameter parameter;
    parameter.name = text_.substr(begin, at_ - begin);
    parameter.name_place = placed(begin);
    if (parameter.name.empty()) {
      throw Wrong{at_, "expected key=value" + (done() ? ", and } at the end"
                                                      : std::string(" before ") + shown_rest())};
    }
    skip_blanks();
    if (!at('=')) throw Wrong{at_, "expected = and a value behind \"" + parameter.name + "\""};
    ++at_;
    skip_blanks();
    parameter.value_place = placed(at_);
    parameter.value = read_written_value(parameter.name);
    for (const auto& other : parameters) {
      if (other.name == parameter.name) {
        throw Wrong{begin, "parameter \"" + parameter.name + "\" is there twice"};
      }
    }
    parameters.push_back(std::move(parameter));
  }

  WrittenValue read_written_value(const std::string& name) {
    const std::size_t begin = at_;
    if (at('"') || at('\'')) {
      skip_quoted();
    } else if (at('[')) {
      skip_list();
    } else {
      while (!done() && !is_blank(text_[at_]) && !at(',') && !at('}') && !at('{') && !at('(')) {
        ++at_;
      }
    }
    const std::string written(text_.substr(begin, at_ - begin));
    if (at('{') || at('(')) {
      if (written.empty()) throw Wrong{begin, not_a_value(name)};
      throw Wrong{begin, "a component with its own parameters needs quotes: " + name + "='" +
                             written + "{...}'"};
    }
    if (written.empty()) throw Wrong{begin, "parameter \"" + name + "\" has no value"};
    if (is_word(written)) return written;
    // To the library that would be a comment.
    if (written.find('#') < written.find_first_of("\"'"))
      throw Wrong{begin, why_no_value(name, written)};
    WrittenValue value;
    try {
      const toml::table parsed = toml::parse("v=" + written);
      const toml::node* node = parsed.get("v");
      if (node && read_value(*node, value)) return value;
    } catch (const toml::parse_error&) {
      throw Wrong{begin, why_no_value(name, written)};
    }
    throw Wrong{begin, not_a_value(name)};
  }

  void skip_quoted() {
    const std::size_t begin = at_;
    const char quote = text_[at_++];
    while (!done() && !at(quote)) at_ += at('\\') && quote == '"' ? 2 : 1;
    if (done())
      throw Wrong{begin, "the text that begins here has no closing " + std::string(1, quote)};
    ++at_;
  }

  void skip_list() {
    const std::size_t begin = at_;
    int depth = 0;
    while (!done()) {
      if (at('"') || at('\'')) {
        skip_quoted();
        continue;
      }
      depth += at('[') ? 1 : at(']') ? -1 : 0;
      ++at_;
      if (depth == 0) return;
    }
    throw Wrong{begin, "the list that begins here has no closing ]"};
  }

  // A text that needs no quotes: what is no number and no boolean, for anybody.
  static bool is_word(const std::string& written) {
    const bool letter = is_letter_or_digit(written[0]) && !(written[0] >= '0' && written[0] <= '9');
    return (letter || written[0] == '_') && is_name("x" + written) && written != "true" &&
           written != "false" && written != "inf" && written != "nan";
  }

  static std::string not_a_value(const std::string& name) {
    return "parameter \"" + name +
           "\" must be a boolean, a number, a text, or a list "
           "of numbers or of texts";
  }

  static std::string why_no_value(const std::string& name, const std::string& written) {
    const std::string seen = "parameter \"" + name + "\": " + quoted_text(written);
    const auto digits = [&](std::size_t i) {
      return i < written.size() && written[i] >= '0' && written[i] <= '9';
    };
    const std::size_t point = written.find('.');
    if (point != std::string::npos &&
        written.find_first_not_of("+-.0123456789") == std::string::npos &&
        written.find('.', point + 1) == std::string::npos) {
      if (!digits(point + 1)) return seen + " is not a number: digits are missing after the point";
      if (point == 0 || !digits(point - 1))
        return seen + " is not a number: write 0 before the point";
    }
    if (written[0] == '[') return seen + " is not a list: write [1, 2, 3] or [\"a\", \"b\"]";
    if (written[0] == '"' && written.find('\\') != std::string::npos) {
      return seen + " has a backslash that means nothing: write \\\\, or use single quotes";
    }
    return seen +
           " is not a number, true or false, or a text; texts with other characters than "
           "letters, digits and _ go into quotes";
  }

  std::string_view text_;
  std::size_t at_;
  SourcePlace place_;
};

constexpr std::string_view typographic_quotes[] = {"\u201c", "\u201d", "\u201e", "\u2018",
                                                   "\u2019", "\u201a", "\u00ab", "\u00bb"};

// The first byte of a typographic quote, or npos.
std::size_t typographic_quote(std::string_view text) {
  std::size_t first = std::string_view::npos;
  for (const auto quote : typographic_quotes) first = std::min(first, text.find(quote));
  return first;
}

std::string why_no_name(std::string_view text) {
  std::string why = quoted_text(text, 60) + " is not a component";
  const std::size_t open = text.find('(');
  const std::string_view name = trimmed(text.substr(0, open));
  if (open != std::string_view::npos && is_name(name)) {
    std::string_view inside = trimmed(text.substr(open + 1));
    if (inside.ends_with(')')) inside.remove_suffix(1);
    return why + " (did you mean " +
           quoted_text(std::string(name) + "{" + std::string(inside) + "}") + "?)";
  }
  return why + "; expected name or name{key=value, ...}, the name of letters, digits, _ and -";
}

}  // namespace

ComponentText parse_component(std::string_view text, const SourcePlace& place,
                              std::vector<SpecProblem>& problems) {
  ComponentText component;
  component.place = place;
  const std::size_t brace = text.find('{');
  component.name = trimmed(text.substr(0, brace));
  BraceReader reader(text, std::min(brace, text.size()), place);
  // Inside a text in plain quotes they are as good as any other character.
  const std::size_t quote = typographic_quote(text);
  if (quote < text.find_first_of("\"'")) {
    problems.push_back({reader.placed(quote),
                        "a typographic quote; write \" or ' around texts, in the shell ' around "
                        "the component"});
    return component;
  }
  if (!is_name(component.name)) {
    problems.push_back({place, why_no_name(text)});
    return component;
  }
  if (brace == std::string_view::npos) return component;
  try {
    reader.read(component.parameters);
  } catch (const Wrong& wrong) {
    component.parameters.clear();
    problems.push_back({reader.placed(wrong.at), wrong.message});
  }
  return component;
}

std::string folded_name(std::string_view name) {
  std::string folded;
  for (const char c : name) {
    if (c != '_' && c != '-') {
      folded += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
  }
  return folded;
}

std::vector<std::string> split_components(std::string_view list) {
  std::vector<std::string> parts;
  std::string part;
  int depth = 0;
  char quote = 0;
  const auto finish = [&] {
    const auto first = part.find_first_not_of(" \t\n");
    if (first != std::string::npos) {
      parts.push_back(part.substr(first, part.find_last_not_of(" \t\n") - first + 1));
    }
    part.clear();
  };
  for (std::size_t i = 0; i < list.size(); ++i) {
    const char c = list[i];
    if (c == ';' && depth == 0 && !quote) {
      finish();
      continue;
    }
    part += c;
    if (quote) {
      if (c == '\\' && quote == '"' && i + 1 < list.size()) {
        part += list[++i];
      } else if (c == quote) {
        quote = 0;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  finish();
  return parts;
}

}  // namespace replaybench

#include "suite/format/json_defect.hpp"

#include <charconv>
#include <cstdint>
#include <set>
#include <system_error>
#include <vector>

#include "suite/text/quoted_text.hpp"

namespace replaybench {

namespace {

class Scan {
 public:
  Scan(std::string_view text, std::size_t max_depth) : text_(text), max_depth_(max_depth) {}

  std::optional<JsonDefect> run() {
    skip_blanks();
    if (peek() != '{' && peek() != '[') return fail("an object is expected");
    while (!defect_ && !done_) step();
    if (defect_) return defect_;
    skip_blanks();
    if (at_ < text_.size()) return fail("text follows the object");
    return std::nullopt;
  }

 private:
  struct Level {
    bool object;
    std::set<std::string_view> keys;
  };
  enum class Expected { value, key_or_end, key, value_or_end, comma_or_end };

  void step() {
    skip_blanks();
    if (at_ >= text_.size()) {
      fail("the text ends too early");
      return;
    }
    switch (expected_) {
      case Expected::key_or_end:
        if (take('}')) return leave();
        [[fallthrough]];
      case Expected::key:
        return read_key();
      case Expected::value_or_end:
        if (take(']')) return leave();
        [[fallthrough]];
      case Expected::value:
        return read_value();
      case Expected::comma_or_end:
        if (take(',')) {
          expected_ = levels_.back().object ? Expected::key : Expected::value;
        } else if (take(levels_.back().object ? '}' : ']')) {
          leave();
        } else {
          fail(levels_.back().object ? "',' or '}' is expected" : "',' or ']' is expected");
        }
    }
  }

  void read_key() {
    const std::size_t begin = at_;
    std::string_view key;
    if (!read_string(key)) return;
    key_ = key;
    if (!levels_.back().keys.insert(key).second) {
      at_ = begin;
      fail("the key " + quoted_text(key) + " comes twice");
      return;
    }
    skip_blanks();
    if (!take(':')) {
      fail("':' is expected");
      return;
    }
    expected_ = Expected::value;
  }

  void read_value() {
    const char c = peek();
    if (c == '{' || c == '[') {
      if (levels_.size() == max_depth_) {
        fail("more than " + std::to_string(max_depth_) + " nested brackets");
        return;
      }
      ++at_;
      levels_.push_back({c == '{', {}});
      expected_ = c == '{' ? Expected::key_or_end : Expected::value_or_end;
      return;
    }
    std::string_view ignored;
    if (c == '"' ? read_string(ignored) : read_word()) {
      expected_ = Expected::comma_or_end;
    } else if (!key_.empty()) {
      defect_->what += " (at the key " + quoted_text(key_) + ")";
    }
  }

  bool read_word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() &&
           std::string_view(" \t\r\n,]}:\"[{").find(text_[at_]) == std::string_view::npos) {
      ++at_;
    }
    const std::string_view word = text_.substr(begin, at_ - begin);
    const std::string problem = problem_of_word(word);
    if (problem.empty()) return true;
    at_ = begin;
    fail(quoted_text(word.empty() ? text_.substr(begin, 1) : word) + problem);
    return false;
  }

  // Empty for a literal, and for a number that a double or 64 bits hold.
  static std::string problem_of_word(std::string_view word) {
    if (word == "true" || word == "false" || word == "null") return {};
    if (word == "NaN" || word == "Infinity" || word == "-Infinity") {
      return " is no value of JSON; write null";
    }
    if (word.empty() || word.find_first_not_of("0123456789+-.eE") != word.npos) {
      return " is no value";
    }
    const std::string_view digits = word.substr(word[0] == '-' ? 1 : 0);
    double number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    const std::size_t point = digits.find_first_of(".eE");
    const bool strict =
        !digits.empty() && is_digit(digits[0]) &&
        !(digits[0] == '0' && digits.size() > 1 && is_digit(digits[1])) &&
        end == word.data() + word.size() && is_digit(word.back()) &&
        (point == digits.npos || digits[point] != '.' || is_digit(digits[point + 1]));
    if (!strict) return " is no number of JSON";
    if (point != digits.npos) {
      const std::size_t exponent = word.find_first_of("eE");
      const bool small = exponent == word.npos ? digits[0] == '0' : word[exponent + 1] == '-';
      const bool large = error == std::errc::result_out_of_range && !small;
      return large ? " is beyond double precision" : "";
    }
    std::int64_t negative = 0;
    std::uint64_t positive = 0;
    const auto fits = word[0] == '-'
                          ? std::from_chars(word.data(), word.data() + word.size(), negative)
                          : std::from_chars(word.data(), word.data() + word.size(), positive);
    return fits.ec == std::errc{} ? "" : " has more than 64 bits; write it as a text";
  }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }

  bool read_string(std::string_view& content) {
    const std::size_t begin = at_;
    if (!take('"')) {
      fail("'\"' is expected");
      return false;
    }
    for (; at_ < text_.size(); ++at_) {
      const auto c = static_cast<unsigned char>(text_[at_]);
      if (c == '"') {
        content = text_.substr(begin + 1, at_ - begin - 1);
        ++at_;
        return true;
      }
      if (c < 0x20) {
        fail("a control character in a string");
        return false;
      }
      if (c != '\\') continue;
      const std::size_t escape = at_++;
      const std::string_view rest = text_.substr(escape);
      if (rest.size() < 2 || std::string_view("\"\\/bfnrtu").find(rest[1]) == rest.npos) {
        at_ = escape;
        fail("a \\ in a string that JSON does not know");
        return false;
      }
      if (rest[1] != 'u') continue;
      const auto unit = code_unit(rest);
      const bool high = unit && *unit >= 0xd800 && *unit < 0xdc00;
      const auto second = high ? code_unit(rest.substr(6)) : std::nullopt;
      const bool paired = second && *second >= 0xdc00 && *second < 0xe000;
      if (!unit || (high && !paired) || (*unit >= 0xdc00 && *unit < 0xe000)) {
        at_ = escape;
        fail(quoted_text(rest.substr(0, 6)) +
             (unit ? " is half of a character (a surrogate without the other)"
                   : " is no \\u with four digits"));
        return false;
      }
      at_ = escape + (high ? 11 : 5);
    }
    at_ = begin;
    fail("a string without an end");
    return false;
  }

  // The 16 bits of "\uXXXX" at the beginning of the text.
  static std::optional<unsigned> code_unit(std::string_view text) {
    unsigned unit = 0;
    if (!text.starts_with("\\u") || text.size() < 6) return std::nullopt;
    const auto [end, error] = std::from_chars(text.data() + 2, text.data() + 6, unit, 16);
    if (error != std::errc{} || end != text.data() + 6) return std::nullopt;
    return unit;
  }

  void leave() {
    levels_.pop_back();
    done_ = levels_.empty();
    expected_ = Expected::comma_or_end;
  }
  void skip_blanks() {
    while (at_ < text_.size() &&
           std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) {
      ++at_;
    }
  }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  std::optional<JsonDefect> fail(std::string what) {
    defect_ = JsonDefect{at_, std::move(what)};
    return defect_;
  }

  std::string_view text_;
  std::size_t max_depth_;
  std::size_t at_ = 0;
  std::vector<Level> levels_;
  std::string_view key_;  // the last one
  Expected expected_ = Expected::value;
  bool done_ = false;
  std::optional<JsonDefect> defect_;
};

}  // namespace

std::optional<JsonDefect> find_json_defect(std::string_view text, std::size_t max_depth) {
  return Scan(text, max_depth).run();
}

}  // namespace replaybench

#include "suite/format/json_defect.hpp"

#include <set>
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
    if (at_ < text_.size()) return fail("something stands behind the object");
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
    if (c == '"' ? read_string(ignored) : read_word()) expected_ = Expected::comma_or_end;
  }

  bool read_word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() &&
           std::string_view(" \t\r\n,]}:\"[{").find(text_[at_]) == std::string_view::npos) {
      ++at_;
    }
    const std::string_view word = text_.substr(begin, at_ - begin);
    const bool good =
        word == "true" || word == "false" || word == "null" ||
        (!word.empty() && word.find_first_not_of("0123456789+-.eE") == std::string_view::npos);
    if (good) return true;
    at_ = begin;
    fail(quoted_text(word.empty() ? text_.substr(begin, 1) : word) + " is no value");
    return false;
  }

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
      if (c == '\\') ++at_;
    }
    at_ = begin;
    fail("a string without an end");
    return false;
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
  Expected expected_ = Expected::value;
  bool done_ = false;
  std::optional<JsonDefect> defect_;
};

}  // namespace

std::optional<JsonDefect> find_json_defect(std::string_view text, std::size_t max_depth) {
  return Scan(text, max_depth).run();
}

}  // namespace replaybench

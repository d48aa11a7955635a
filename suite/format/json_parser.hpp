#pragma once
// Parser of JSON texts, one after the other.

#include <simdjson.h>

#include <string>
#include <string_view>

namespace replaybench {

class JsonParser {
 public:
  /// `name`: of the texts' file. `max_depth`: of brackets.
  JsonParser(std::string name, std::size_t max_depth)
      : name_(std::move(name)), max_depth_(max_depth) {}

  /// Parses a text; `root` lives until the next call. Returns the reason why it is no JSON, or nothing. Throws
  /// FileError if there is no memory, which is several bytes per byte of the longest text. O(length).
  std::string parse(std::string_view text, simdjson::dom::element& root);
  /// "column 12: ..." with the first defect of a text that is refused, or `otherwise` if find_json_defect has none.
  std::string problem(std::string_view text, const char* otherwise) const;

 private:
  std::string name_;
  std::size_t max_depth_;
  simdjson::dom::parser parser_;
  std::string buffer_;  // the text, and the bytes behind it that the parser may read
};

}  // namespace replaybench

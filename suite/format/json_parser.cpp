#include "suite/format/json_parser.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "suite/format/json_defect.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {

std::string JsonParser::parse(std::string_view text, simdjson::dom::element& root) {
  if (text.size() > parser_.capacity()) {
    const std::size_t capacity = std::max(std::bit_ceil(text.size()), std::size_t{1} << 14);
    buffer_.resize(capacity + simdjson::SIMDJSON_PADDING);
    if (parser_.allocate(capacity, max_depth_) != simdjson::SUCCESS) {
      throw FileError(name_ + ": no memory for the JSON parser");
    }
  }
  std::memcpy(buffer_.data(), text.data(), text.size());
  std::memset(buffer_.data() + text.size(), 0, simdjson::SIMDJSON_PADDING);
  const auto error = parser_.parse(buffer_.data(), text.size(), false).get(root);
  return error == simdjson::SUCCESS ? "" : problem(text, simdjson::error_message(error));
}

// The parser does not say where the defect is, so another looks again.
std::string JsonParser::problem(std::string_view text, const char* otherwise) const {
  const auto defect = find_json_defect(text, max_depth_);
  if (!defect) return otherwise;
  return "column " + std::to_string(defect->offset + 1) + ": " + defect->what;
}

}  // namespace replaybench

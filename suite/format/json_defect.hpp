#pragma once
// Place of a defect in a JSON text. Slow and careful: for messages about lines that a fast parser
// has rejected.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace replaybench {

struct JsonDefect {
  std::size_t offset = 0;  ///< bytes from the text's beginning
  std::string what;
};

/// The first thing wrong with a text that should be one JSON object or array (RFC 8259): its syntax,
/// brackets nested more than `max_depth` deep, a key that an object has twice (as written, without
/// undoing escapes), a whole number of more than 64 bits, or half of a surrogate pair; of a
/// value `what` ends with its key, or that of its array. Nothing if there is none. O(length log length); memory O(depth + keys).
std::optional<JsonDefect> find_json_defect(std::string_view text, std::size_t max_depth);

}  // namespace replaybench

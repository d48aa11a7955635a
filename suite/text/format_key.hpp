#pragma once
// A key of a file format with its documentation: what a reader accepts and what the page about the format lists.

#include <span>
#include <string_view>

namespace replaybench {

struct FormatKey {
  std::string_view block;
  std::string_view key;
  std::string_view value;  ///< its type, and its default in brackets
  std::string_view what;
};

using FormatKeys = std::span<const FormatKey>;

}  // namespace replaybench

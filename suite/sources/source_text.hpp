#pragma once
// The code of a C++ source as a compiler sees it: no comments, no layout.

#include <string>
#include <string_view>
#include <vector>

namespace replaybench {

struct SourceText {
  /// Without comments and joined lines; white space between two tokens is one blank or, where it cannot
  /// matter, nothing. A directive has a line of its own. Texts and characters in quotes are as written.
  std::string code;
  /// Paths of `#include "..."`, in order, as written; also those inside a condition.
  std::vector<std::string> includes;
};

/// Reads a source. Equal `code` means the same tokens. O(length).
SourceText read_source(std::string_view text);

}  // namespace replaybench

#pragma once
// Files that are logs, but not CSV: what they are, and how to make CSV of them.

#include <string>
#include <string_view>

namespace replaybench {

/// What a text that begins with these bytes is when it is not CSV, and how to convert it; for a
/// message after "FILE: ". Empty when it may be CSV. Known by their first bytes: Parquet, Arrow,
/// zstd, bzip2, xz, zip; by their first line: JSON lines (dsjson too) and Vowpal Wabbit's text.
/// O(first line).
std::string foreign_format(std::string_view beginning);

}  // namespace replaybench

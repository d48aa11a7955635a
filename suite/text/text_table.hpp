#pragma once
// Rows of texts as aligned columns, for a terminal or a plain text file.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace replaybench {

/// The characters of UTF-8 text: code points, of which each is taken to fill one place of a line.
std::size_t character_count(std::string_view text);

using TextRow = std::vector<std::string>;

enum class Alignment { left, right };

/// Characters of the widest text of each column; rows may be of different lengths.
std::vector<std::size_t> column_widths(const std::vector<TextRow>& rows);

/// One line per row, each ended by a line feed: columns as wide as their widest text, two blanks
/// apart, no blanks at the end of a line. Column i has the i-th alignment, and columns beyond the
/// list have its last one. A row may be shorter than others. Line feeds, carriage returns and tabs
/// inside a text become blanks, so that it stays on its line. O(total length).
/// Throws std::invalid_argument if there are no alignments.
std::string aligned_table(const std::vector<TextRow>& rows,
                          const std::vector<Alignment>& alignments);

}  // namespace replaybench

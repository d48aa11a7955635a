#pragma once
// Texts and numbers as fields of a CSV file.

#include <string>
#include <string_view>

namespace replaybench {

/// The field in quotes, its quotes doubled. O(length).
std::string quoted_csv_field(std::string_view text);

/// The field as it is, or in quotes where it has a comma, a quote or the end of a line. O(length).
std::string csv_field(std::string_view text);

/// A finite number in the fewest digits that read back as the same double; otherwise the empty text.
std::string csv_number(double value);

}  // namespace replaybench

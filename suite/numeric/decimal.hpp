#pragma once
// Numbers as text: the shortest decimal that reads back as the same double, the same on every
// machine.

#include <optional>
#include <string>
#include <string_view>

namespace replaybench::numeric {

/// Shortest round-trip decimal; "nan", "inf", "-inf" for the special values. Whole numbers have no
/// trailing ".0".
std::string to_decimal(double value);

/// The whole of `text` as a double, or nothing. Accepts what to_decimal writes and ordinary decimal
/// notation with an optional leading '+'; rejects spaces, trailing characters and hexadecimal.
std::optional<double> parse_decimal(std::string_view text);

}  // namespace replaybench::numeric

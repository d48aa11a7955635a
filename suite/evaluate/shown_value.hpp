#pragma once
// Numbers for a reader: the digits that mean something, and no exponent if there is room.

#include <cstdint>
#include <string>

namespace replaybench {

/// `value` rounded to the second digit of its standard error: "0.714" of 0.714179 with error 0.0124.
/// Six significant digits without an error (NaN, 0 or less); 15 at most. Zero has no sign. A dash for
/// a value that is not finite.
std::string shown_value(double value, double error);

/// Like `shown_value`, with "+" before a value above zero.
std::string shown_difference(double value, double error);

/// "1333"; "12,345": commas from five digits on.
std::string shown_integer(std::uint64_t value);

/// A whole number in full, any other with four significant digits: "1333", "12.35", "1,407,000" of
/// 1406879.3, "0.3704". An exponent below 0.0001 and from 1e15 on. A dash for a number that is not
/// finite.
std::string shown_number(double value);

/// A share as "31.9%"; a dash for one that is not finite.
std::string shown_percent(double share);

}  // namespace replaybench

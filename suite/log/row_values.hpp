#pragma once
// Values of rows for readers of tables that are no logs of discrete actions: refusals name the file and
// the line.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "suite/log/log_rows.hpp"

namespace replaybench {

/// Throws DataError "file:line: what".
[[noreturn]] void refuse_line(const LogRows& rows, std::size_t line, const std::string& what);
/// Rejects the current row, as above.
[[noreturn]] void refuse_row(const LogRows& rows, const std::string& what);

/// 'column "reward": "x"': where a value of the current row stands, and what it is.
std::string seen_value(const LogRows& rows, std::size_t column);

/// The current row's value of a column. Throws DataError, with line and column, where it is not a
/// finite number. O(1).
double finite_number(const LogRows& rows, std::size_t column);

/// The names of the columns for which `is_used` is false, except for the elements of a list. O(columns).
std::vector<std::string> unused_columns(const LogRows& rows,
                                        const std::function<bool(std::size_t)>& is_used);

/// For LogRows::use. O(columns).
std::vector<ColumnUse> uses_of(const LogRows& rows, const std::function<bool(std::size_t)>& is_used,
                               ColumnUse use);

}  // namespace replaybench

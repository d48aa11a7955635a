#pragma once
// Logs as JSON lines: one object per line, each path in it a column.
//
// {"action": "a", "reward": 1, "user": {"age": 31}, "context": [0.5, 2]} has the columns action, reward,
// user.age, context, x_0 and x_1: members of an object behind a point; a list NAME, and
// behind it the elements of a list of numbers as NAME_0, NAME_1, ... (x_0, x_1, ... of a list `context`).
// Other columns come in the order in which the lines name them first. A column is one of numbers
// where no line has a text there; true and false are 1 and 0. Whole numbers have exact texts. What a
// line does not have, and null, is an empty field.
//
// A line that is no object, is broken, or says a path twice is a bad line; empty lines are passed over.

#include <cstddef>
#include <memory>

#include "suite/log/log_rows.hpp"
#include "suite/text/text_source.hpp"

namespace replaybench {

/// Paths beyond which a log is refused.
inline constexpr std::size_t max_json_columns = 4096;

/// Reads the text twice: for its columns, and for its rows. Memory: the text. Throws DataError when no
/// line is an object, or when there are too many columns.
std::unique_ptr<LogRows> json_lines_rows(std::unique_ptr<TextSource> source);

}  // namespace replaybench

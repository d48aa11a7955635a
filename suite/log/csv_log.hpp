#pragma once
// Click logs from CSV files.
//
// The text is CSV (RFC 4180; CRLF or LF; a UTF-8 byte order mark is allowed), plain, gzip or zstd,
// with a header. Columns, in any order:
//
//   action      required  any token that is not empty
//   reward      required  a finite number, or true or false
//   propensity  optional  the probability with which the logging policy took the action, in (0, 1]
//   pool        optional  the available actions, separated by spaces or
//                         TableOptions::pool_separator; the action is one of them
//   timestamp   optional  kept as text
//   logger      optional  the name of the logging policy that wrote the line, where several did
//   x_...       optional  features: finite numbers, in the header's order; or those that
//                         TableOptions::features names
//
// TableOptions::columns gives these roles to columns of other names. Columns of texts become
// features where the options name them: TableOptions::categorical with a feature of 0 and 1 per
// value, TableOptions::hashed with a feature per bucket (suite/log/text_features.hpp).
//
// Every other column is ignored, and reported. Names match regardless of case. If an optional
// column exists, no line may leave it empty (a timestamp may be). A propensity above 1 by roundoff
// (1e-9 at most) is 1. A pool column with one and the same pool on every line says nothing, and is
// left out of the log.
//
// Actions are numbered by their tokens in natural order (suite/log/action_numbering.hpp), so the
// order of the lines decides nothing. The tokens are those of the good lines, in the action column
// and in the pools. A bad line adds none. Without a pool column all actions are always available.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "suite/log/log_options.hpp"
#include "suite/log/log_rows.hpp"
#include "suite/log/log_sink.hpp"
#include "suite/model/log.hpp"
#include "suite/model/read_report.hpp"

namespace replaybench {

/// Bytes of a line beyond which a file is refused: it is no text with a record per line.
inline constexpr std::size_t longest_log_line = std::size_t{1} << 24;

struct TableLog {
  Log log;
  ReadReport report;
};

/// Reads the log in `path`.
///
/// A line is bad when it has another number of fields than the header, a broken quote or a NUL
/// byte, an empty action, a reward or feature that is not a finite number, a propensity outside
/// (0, 1], an empty logger, an empty pool, a pool with a token twice or without the action,
/// probabilities of a target policy that are not those of a policy. Bad lines are counted, never
/// silently dropped. What a line without a reward is, TableOptions::missing_reward says.
///
/// Throws FileError when the file is missing or not readable; SpecErrors when a column that
/// the options name is not there (with the nearest names), has two roles, or when `columns` names
/// an unknown role, or for a pool separator if pools are lists; DataError when it has more than
/// `max_actions` different actions, when it is empty, has a line longer
/// than longest_log_line, is of another format (foreign_format), has a feature column of texts,
/// has no usable header (the message lists the names seen and the nearest), no good line, is a
/// truncated or corrupt gzip file, or has bad lines and `skip_bad_lines` is not set (the message
/// lists the first as "file:line: reason", and their number). Time linear in the text; memory the
/// result, one block and the longest line.
TableLog read_csv_log(const std::filesystem::path& path, const TableOptions& options = {});

/// Reads the rows of a table in any format (suite/format has readers of other formats than CSV); the options apply to its
/// columns, except the separator, which is not used. Records of unequal LogRows::weight become copies
/// (record_copies.hpp): the log then has more records than the report.
TableLog read_log(LogRows& rows, const TableOptions& options = {});

/// False if the whole log decides what a record is: its values become features, or stand for missing ones; clusters or
/// segments are asked for; or the rows are events, whose features of actions and weights are joined at the end.
bool can_be_read_in_parts(const LogRows& rows, const TableOptions& options);

/// Like `read_log`, but gives the records to `sink`, part by part: memory of one part. Needs `can_be_read_in_parts`.
ReadReport read_log_in_parts(LogRows& rows, const TableOptions& options, LogSink& sink);

/// Reads a CSV log from a string; `name` is the file's name in messages.
TableLog read_csv_log(std::string_view text, const std::string& name,
                      const TableOptions& options = {});

}  // namespace replaybench

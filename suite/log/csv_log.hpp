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
//                         CsvLogOptions::pool_separator; the action is one of them
//   timestamp   optional  kept as text
//   logger      optional  the name of the logging policy that wrote the line, where several did
//   x_...       optional  features: finite numbers, in the header's order; or those that
//                         CsvLogOptions::features names
//
// CsvLogOptions::columns gives these roles to columns of other names. Columns of texts become
// features where the options name them: CsvLogOptions::categorical with a feature of 0 and 1 per
// value, CsvLogOptions::hashed with a feature per bucket (suite/log/text_features.hpp).
//
// Every other column is ignored, and reported. Names count whatever their case. If an optional
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
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "suite/log/log_rows.hpp"
#include "suite/model/log.hpp"

namespace replaybench {

/// A column of texts as `buckets` features: a record has 1 in the bucket of its text's hash.
struct HashedColumn {
  std::string column;         ///< or a pattern (*, ?) of names: each of its columns
  std::uint32_t buckets = 0;  ///< 1 to most_buckets
};
inline constexpr std::uint32_t most_buckets = 1u << 16;

/// What a line without a reward stands for: an empty field, NA, NaN, null or None, an absent number.
enum class MissingReward {
  refuse,  ///< nothing: the line is bad
  zero,    ///< a reward of 0
  drop     ///< no record: the line is left out; its number is said
};

/// What a feature without a value stands for: the same fields and absent numbers.
enum class MissingFeature {
  refuse,  ///< nothing: the line is bad
  mean     ///< the mean of the column's values on the good lines; the number of such values is said
};

struct CsvLogOptions {
  bool intercept = true;        ///< append a constant feature 1, named "intercept"
  bool skip_bad_lines = false;  ///< leave bad lines out instead of throwing
  char separator = ',';         ///< of the fields
  /// Names and patterns (*, ?) of the feature columns; empty: x_*.
  std::vector<std::string> features = {};
  /// A column whose value names the cluster (user, session) of a line; empty: none.
  std::string cluster = {};
  std::size_t shown_bad_lines = 10;  ///< how many bad lines are kept for the report or the message
  /// By role (action, reward, propensity, pool, timestamp, logger) the column that has it, where that
  /// is not the one of the role's name; an empty name of an optional role: none has it.
  std::map<std::string, std::string> columns = {};
  /// Names and patterns (*, ?) of columns of texts with few different values (at most most_categories
  /// each). A pattern leaves out the columns that something else names.
  std::vector<std::string> categorical = {};
  std::vector<HashedColumn> hashed = {};
  /// A column whose value names the segment of a line; empty: none.
  std::string segment = {};
  /// Columns with the probability that a target policy (named as the column) takes the logged
  /// action, in [0, 1].
  std::vector<std::string> policy_columns = {};
  /// Patterns such as pi_*, in which the one * stands for an action's token: the columns have the
  /// probabilities that a target policy (named pi) takes each action. They cover all actions, sum
  /// to 1 on each line (within 1e-6), and are 0 or empty for actions outside the line's pool. Or the
  /// name of a list, whose element i is of the action named i, from 0.
  std::vector<std::string> policy_patterns = {};
  /// The same of a reward model: finite predicted rewards of all actions (outside the pool, empty
  /// ones count as 0).
  std::vector<std::string> prediction_patterns = {};
  MissingReward missing_reward = MissingReward::refuse;
  MissingFeature missing_feature = MissingFeature::refuse;
  char pool_separator = ' ';  ///< between the actions of a pool; blanks around them do not count
  /// Different actions beyond which the reading stops: the column is then an identifier.
  std::size_t most_actions = std::numeric_limits<Action>::max();
  /// Called now and then while the log is read, with the lines so far and the share of the file that
  /// they are (0: not known).
  std::function<void(std::size_t lines, double share)> progress = {};
};

/// A line that cannot be used.
struct BadLine {
  std::size_t line;    ///< from 1; the first one of a record of several lines
  std::string reason;  ///< names the column and quotes the value seen
};

/// What was read and what was left out; `lines` = `records` + `bad_lines` + those that
/// MissingReward::drop left out, whose number is in `warnings`.
struct CsvLogReport {
  std::size_t lines = 0;    ///< data lines: without the header; a record of several lines is one
  std::size_t records = 0;  ///< good ones
  std::size_t bad_lines = 0;
  std::vector<BadLine> first_bad;  ///< the first `shown_bad_lines` of them
  std::vector<std::string> ignored_columns;
  std::vector<std::string> warnings = {};  ///< what else is odd, in sentences
  /// The cluster of each record, numbered by first appearance; empty unless asked for.
  std::vector<std::uint32_t> clusters = {};
  /// The segment of each record, a number of its name; empty unless asked for.
  std::vector<std::uint32_t> segments = {};
  std::vector<std::string> segment_names = {};  ///< in natural order
};

/// Bytes of a line beyond which a file is refused: it is no text with a record per line.
inline constexpr std::size_t longest_log_line = std::size_t{1} << 24;

struct CsvLog {
  Log log;
  CsvLogReport report;
};

/// Reads the log in `path`.
///
/// A line is bad when it has another number of fields than the header, a broken quote or a NUL
/// byte, an empty action, a reward or feature that is not a finite number, a propensity outside
/// (0, 1], an empty logger, an empty pool, a pool with a token twice or without the action,
/// probabilities of a target policy that are not those of a policy. Bad lines are counted, never
/// silently dropped. What a line without a reward is, CsvLogOptions::missing_reward says.
///
/// Throws FileError when the file is missing or not readable; SpecErrors when a column that
/// the options name is not there (with the nearest names), has two roles, or when `columns` names
/// an unknown role, or for a pool separator where pools are lists; DataError when it has more than
/// `most_actions` different actions, when it is empty, has a line longer
/// than longest_log_line, is of another format (foreign_format), has a feature column of texts,
/// has no usable header (the message lists the names seen and the nearest), no good line, is a
/// truncated or corrupt gzip file, or has bad lines and `skip_bad_lines` is not set (the message
/// lists the first as "file:line: reason", and their number). Time linear in the text; memory the
/// result, one block and the longest line.
CsvLog read_csv_log(const std::filesystem::path& path, const CsvLogOptions& options = {});

/// The same for the rows of a table in any format (suite/format has the readers of others than CSV);
/// the options have their meaning for its columns, but the separator, which is not used.
CsvLog read_log(LogRows& rows, const CsvLogOptions& options = {});

/// The same for a plain text in memory; `name` stands for the file in messages.
CsvLog read_csv_log(std::string_view text, const std::string& name,
                    const CsvLogOptions& options = {});

}  // namespace replaybench

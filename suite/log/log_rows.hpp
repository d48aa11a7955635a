#pragma once
// The records of a log as the rows of a table with named columns, for any file's format: what
// the reader of logs (csv_log.hpp) is given.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suite/model/action_features.hpp"
#include "suite/text/csv_header.hpp"
#include "suite/text/text_source.hpp"

namespace replaybench {

/// The reader's use of a column.
enum class ColumnUse {
  text,     ///< its texts, in fields()
  numeral,  ///< its numbers, as texts in fields()
  number,   ///< its numbers alone: a column of numbers need not have texts in fields()
  unused    ///< nothing
};

/// A column of lists, whose elements are columns too where they are numbers: elements 0 to `size` - 1
/// are the columns from `first` on. As a text (a pool) it is one of text_list.hpp.
struct ListColumn {
  std::size_t column = 0;
  std::size_t first = 0;
  std::size_t size = 0;  ///< 0: of texts, or of no length that is known

  bool has(std::size_t other) const { return other >= first && other - first < size; }
};

/// Features of actions that events bring along: actions are numbered by their names in `actions`.
struct EventActionFeatures {
  std::vector<std::string> actions;
  ActionFeatures features;
};

/// Rows that are read once, from the first to the last.
///
/// A column is one of texts, which every row has in fields(), or of numbers, which every row has in
/// numbers(); of a column of numbers fields() has the text too (the shortest that is the same
/// double), unless use() declares that it is not needed. An absent value is an empty text, and NaN as a
/// number.
class LogRows {
 public:
  explicit LogRows(std::string name) : name_(std::move(name)) {}
  LogRows(const LogRows&) = delete;
  LogRows& operator=(const LogRows&) = delete;
  virtual ~LogRows() = default;

  virtual const CsvHeader& header() const = 0;
  /// The columns of lists, in the header's order. A row whose list has another length than `size`,
  /// while its elements are used, is bad.
  virtual std::span<const ListColumn> lists() const { return {}; }
  /// True if the texts of a column are lists (text_list.hpp). O(lists).
  virtual bool is_list(std::size_t column) const {
    const auto all = lists();
    return std::any_of(all.begin(), all.end(),
                       [column](const ListColumn& list) { return list.column == column; });
  }
  /// True if the rows are events, which have the columns that they show.
  virtual bool is_of_events() const { return false; }
  /// The features of single actions of the current row's file; null if there are none.
  virtual std::shared_ptr<const EventActionFeatures> action_features() const { return nullptr; }
  /// The set of them of the current row, which is not bad. Needs action_features().
  virtual std::uint32_t action_set() const { return 0; }
  /// Weight of the current row, above 0: the relative number of interactions that it represents.
  virtual double weight() const { return 1; }
  /// Announces the use of each column, in the header's order; before the first next(). A hint.
  virtual void use(std::span<const ColumnUse>) {}
  /// Goes to the next row; false at the end. Throws DataError when the rest cannot be read.
  virtual bool next() = 0;
  /// Reason why the current row cannot be used; needs is_bad().
  virtual std::string problem() const = 0;
  /// Size of the whole divided by the size delivered so far: at least 1, or 0 if it is not known.
  virtual double size_ratio() const { return 0; }
  /// Further warnings about the input, as sentences; call after the last row.
  virtual std::vector<std::string> warnings() const { return {}; }

  /// The current row became a record of the log.
  void count_record() { ++records_; }

  bool is_bad() const { return bad_; }
  /// The texts of the row, as many as the header has names unless it is bad; until the next next().
  std::span<const std::string_view> fields() const { return fields_; }
  bool is_number(std::size_t column) const { return !numeric_.empty() && numeric_[column] != 0; }
  /// Needs is_number(column).
  double number(std::size_t column) const { return numbers_[column]; }
  /// The text of a column, also of one of numbers.
  virtual std::string text(std::size_t column) const { return std::string(fields_[column]); }
  /// The line (of a text) or the row (of a table), from 1.
  std::size_t line() const { return line_; }
  /// Name of the current row's file, if there are several.
  const std::string& name() const { return name_; }

 protected:
  std::string name_;
  bool bad_ = false;
  std::size_t line_ = 0;
  std::size_t records_ = 0;
  std::span<const std::string_view> fields_;
  std::vector<char> numeric_;    // by column: 1 when it is one of numbers; empty if none is
  std::vector<double> numbers_;  // by column
};

/// Layout of a CSV text.
struct CsvOptions {
  char separator = ',';  ///< of the fields
  char decimal = '.';    ///< the decimal mark of numbers, '.' or ','
  std::vector<std::string> names =
      {};  ///< of the columns, of a text without a header line; empty if it has one
};

/// The records of a CSV text. Lines end with LF, CR LF, or all with CR. Empty lines, and lines whose
/// fields are all empty, count as bad lines, but at the end of the text they are passed over. Blanks
/// around a number do not count, nor those around a name of the header that is not in quotes. A quote
/// inside an unquoted field makes a bad line only where the column is used. Throws DataError when it is
/// empty, of another format (foreign_format.hpp) or has no header that can be read; next() throws when a
/// line is longer than longest_log_line.
std::unique_ptr<LogRows> csv_rows(std::unique_ptr<TextSource> source,
                                  const CsvOptions& options = {});

}  // namespace replaybench

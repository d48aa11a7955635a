#pragma once
// A table: named columns of numbers or texts, all of the same length. What a study's CSV files
// hold, and what figures and claims read.

#include <filesystem>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace replaybench {

using NumberColumn = std::vector<double>;
using TextColumn = std::vector<std::string>;
using Column = std::variant<NumberColumn, TextColumn>;

class Table {
 public:
  /// Adds a column at the right. Throws std::logic_error if the name is empty or taken or the
  /// length differs from the others'.
  void add_column(std::string name, Column values);
  bool has_column(std::string_view name) const;
  /// Throws std::out_of_range if there is none of this name.
  const Column& column(std::string_view name) const;
  const std::vector<std::string>& names() const { return names_; }
  /// The length of every column; 0 if there is no column.
  std::size_t rows() const;
  /// The rows with these indices (0-based), in this order; an index may come more than once. Throws
  /// std::out_of_range.
  Table select(const std::vector<std::size_t>& rows) const;

  /// RFC 4180 with LF line ends, shortest round-trip decimals, "nan"/"inf" for special values. A
  /// text that reads as a number is written in quotes, so that `from_csv` gives back the same bits
  /// and types (only the type of a column without rows is lost). Throws std::logic_error if there
  /// is no column.
  std::string to_csv() const;
  /// Reads what to_csv writes: a column is of numbers if every cell is one and none is in quotes.
  /// CRLF line ends and a missing last line end are accepted. `source` names the file in messages.
  /// Throws DataError with the line number for a broken quote, a row of another length than the
  /// header, an empty text, an empty or repeated column name.
  static Table from_csv(std::string_view text, const std::string& source);
  /// Reads a file of `from_csv`'s format. Throws FileError if it cannot be read.
  static Table read_csv(const std::filesystem::path& path);

 private:
  std::vector<std::string> names_;
  std::vector<Column> columns_;
};

}  // namespace replaybench

#pragma once
// A table: named columns of numbers or texts, all of the same length. What a study's CSV files hold, and what figures
// and claims read.

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
  /// Adds a column at the right. Throws std::logic_error if the name is taken or the length differs from the others'.
  void add_column(std::string name, Column values);
  bool has_column(std::string_view name) const;
  /// Throws std::out_of_range if there is none of this name.
  const Column& column(std::string_view name) const;
  const std::vector<std::string>& names() const { return names_; }
  std::size_t rows() const;
  /// The rows with these indices, in this order.
  Table select(const std::vector<std::size_t>& rows) const;

  /// RFC 4180 with LF line ends, shortest round-trip decimals, "nan"/"inf" for special values.
  std::string to_csv() const;
  /// Reads what to_csv writes: a column is of numbers if every cell is one. Throws DataError with the line number.
  static Table from_csv(std::string_view text, const std::string& source);

 private:
  std::vector<std::string> names_;
  std::vector<Column> columns_;
};

}  // namespace replaybench

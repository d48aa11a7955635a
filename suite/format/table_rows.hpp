#pragma once
// Shared by the readers of binary and event formats: rows whose columns are numbers or texts.

#include <bit>
#include <cmath>
#include <cstdint>

#include "suite/log/log_rows.hpp"

namespace replaybench {

/// The number of a cell that has none: a NaN that no computation gives.
inline constexpr std::uint64_t absent_bits = 0x7ff8'0000'0000'0abcu;
inline double absent_number() { return std::bit_cast<double>(absent_bits); }

/// The shortest text that is read back as the same double; "" for an absent number.
std::string text_of_number(double value);

/// Rows whose cells are set by a derived class: for each row set_number or set_text of each column.
class TableRows : public LogRows {
 public:
  const CsvHeader& header() const override { return header_; }
  void use(std::span<const ColumnUse> uses) override;
  std::string problem() const override { return problem_; }
  std::string text(std::size_t column) const override;

 protected:
  /// `numeric`: by column, 1 when it is one of numbers.
  TableRows(std::string name, std::vector<std::string> columns, std::vector<char> numeric);

  bool is_used(std::size_t column) const { return uses_[column] != ColumnUse::unused; }
  bool needs_text(std::size_t column) const {
    return uses_[column] == ColumnUse::text || uses_[column] == ColumnUse::numeral;
  }
  void set_number(std::size_t column, double value) {
    numbers_[column] = value;
    if (needs_text(column)) cells_[column] = texts_[column] = text_of_number(value);
  }
  /// `text` must live until the next row.
  void set_text(std::size_t column, std::string_view text) { cells_[column] = text; }

  std::string problem_;  ///< of the current row, where bad_ is set

 private:
  CsvHeader header_;
  std::vector<ColumnUse> uses_;
  std::vector<std::string_view> cells_;
  std::vector<std::string> texts_;
};

}  // namespace replaybench

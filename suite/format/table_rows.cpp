#include "suite/format/table_rows.hpp"

#include "suite/numeric/decimal.hpp"

namespace replaybench {

std::string text_of_number(double value) {
  if (std::bit_cast<std::uint64_t>(value) == absent_bits) return {};
  return numeric::to_decimal(value);
}

TableRows::TableRows(std::string name, std::vector<std::string> columns, std::vector<char> numeric)
    : LogRows(std::move(name)),
      header_(std::move(columns), name_),
      uses_(header_.size(), ColumnUse::text),
      cells_(header_.size()),
      texts_(header_.size()) {
  numeric_ = std::move(numeric);
  numbers_.assign(header_.size(), absent_number());
  fields_ = cells_;
}

void TableRows::use(std::span<const ColumnUse> uses) { uses_.assign(uses.begin(), uses.end()); }

std::string TableRows::text(std::size_t column) const {
  return is_number(column) ? text_of_number(numbers_[column]) : std::string(cells_[column]);
}

}  // namespace replaybench

#include "suite/logs/column_rows.hpp"

#include <fmt/core.h>

#include <cmath>

#include "suite/format/table_rows.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {

namespace {

std::vector<std::string> names_of_columns(const std::vector<MemoryColumn>& columns) {
  std::vector<std::string> names;
  for (const MemoryColumn& column : columns) names.push_back(column.name);
  return names;
}

std::vector<char> numeric_columns(const std::vector<MemoryColumn>& columns) {
  std::vector<char> numeric;
  for (const MemoryColumn& column : columns) numeric.push_back(column.is_number ? 1 : 0);
  return numeric;
}

std::size_t length_of(const MemoryColumn& column) {
  return column.is_number ? column.numbers.size() : column.texts.size();
}

class ColumnRows final : public TableRows {
 public:
  ColumnRows(std::string name, std::vector<MemoryColumn> columns)
      : TableRows(std::move(name), names_of_columns(columns), numeric_columns(columns)),
        columns_(std::move(columns)),
        records_(columns_.empty() ? 0 : length_of(columns_.front())) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (columns_[i].is_list) lists_.push_back({i, i + 1, 0});
    }
    for (const MemoryColumn& column : columns_) {
      if (length_of(column) == records_) continue;
      throw DataError(fmt::format("{}: column \"{}\" has {} values, column \"{}\" {}", this->name(),
                                  columns_.front().name, records_, column.name, length_of(column)));
    }
  }

  std::span<const ListColumn> lists() const override { return lists_; }
  bool next() override {
    if (row_ == records_) return false;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (!is_used(i)) continue;
      if (columns_[i].is_number) {
        const double value = columns_[i].numbers[row_];
        set_number(i, std::isnan(value) ? absent_number() : value);
      } else {
        set_text(i, columns_[i].texts[row_]);
      }
    }
    line_ = ++row_;
    return true;
  }
  double size_ratio() const override {
    return row_ == 0 ? 0 : static_cast<double>(records_) / static_cast<double>(row_);
  }

 private:
  std::vector<MemoryColumn> columns_;
  std::vector<ListColumn> lists_;
  std::size_t records_;
  std::size_t row_ = 0;
};

}  // namespace

std::unique_ptr<LogRows> column_rows(std::string name, std::vector<MemoryColumn> columns) {
  return std::make_unique<ColumnRows>(std::move(name), std::move(columns));
}

}  // namespace replaybench

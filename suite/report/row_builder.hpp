#pragma once
// A table that is written row by row.

#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "suite/numeric/decimal.hpp"
#include "suite/plan/plan.hpp"
#include "suite/statistics/paired.hpp"
#include "suite/table/table.hpp"

namespace replaybench {

/// Grows a table row by row, value by value.
class RowBuilder {
 public:
  /// The first value of a column creates it; every row must have all columns.
  RowBuilder() = default;
  /// A table with these columns, also without rows; `end_row` is called after each row.
  explicit RowBuilder(const std::vector<TableColumn>& columns) : fixed_(true) {
    for (const auto& [name, numeric] : columns) {
      columns_.emplace_back(name, numeric ? Column(NumberColumn{}) : Column(TextColumn{}));
    }
  }

  void number(const std::string& name, double value) {
    column<NumberColumn>(name).push_back(value);
  }
  void text(const std::string& name, const std::string& value) {
    column<TextColumn>(name).push_back(value);
  }
  /// The columns `name`, `name`_low and `name`_high.
  void interval(const std::string& name, const statistics::IntervalEstimate& value) {
    number(name, value.value);
    number(name + "_low", value.low);
    number(name + "_high", value.high);
  }
  void axes(const std::vector<AxisValue>& axes) {
    for (const auto& axis : axes) {
      if (axis.numeric) {
        number(axis.name, *numeric::parse_decimal(axis.value));
      } else {
        text(axis.name, axis.value);
      }
    }
  }
  /// Fills number columns that the row was not given with NaN.
  void end_row() {
    ++rows_;
    for (auto& [name, values] : columns_) {
      auto* numbers = std::get_if<NumberColumn>(&values);
      if (numbers) numbers->resize(rows_, std::numeric_limits<double>::quiet_NaN());
    }
  }
  Table table() && {
    Table table;
    for (auto& [name, values] : columns_) table.add_column(name, std::move(values));
    return table;
  }

 private:
  template <class T>
  T& column(const std::string& name) {
    for (auto& [known, values] : columns_) {
      if (known == name) return std::get<T>(values);
    }
    if (fixed_) throw std::logic_error("the plan does not know the column \"" + name + "\"");
    columns_.emplace_back(name, T{});
    return std::get<T>(columns_.back().second);
  }

  bool fixed_ = false;
  std::size_t rows_ = 0;
  std::vector<std::pair<std::string, Column>> columns_;
};

}  // namespace replaybench

#pragma once
// A table that is written row by row.

#include <string>
#include <utility>
#include <vector>

#include "suite/statistics/paired.hpp"
#include "suite/table/table.hpp"

namespace replaybench {

/// Columns that grow row by row.
class Rows {
 public:
  void text(const std::string& name, std::string value) {
    column<TextColumn>(name).push_back(std::move(value));
  }
  void number(const std::string& name, double value) {
    column<NumberColumn>(name).push_back(value);
  }
  void interval(const std::string& name, const statistics::IntervalEstimate& value) {
    number(name, value.value);
    number(name + "_low", value.low);
    number(name + "_high", value.high);
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
    columns_.emplace_back(name, T{});
    return std::get<T>(columns_.back().second);
  }

  std::vector<std::pair<std::string, Column>> columns_;
};

}  // namespace replaybench

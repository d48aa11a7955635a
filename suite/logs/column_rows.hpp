#pragma once
// Columns in memory as the rows of a table, for the reader of logs.

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "suite/log/log_rows.hpp"

namespace replaybench {

/// A column of numbers (NaN: absent), of texts (empty: absent), or of lists (text_list.hpp) in `texts`.
struct MemoryColumn {
  std::string name;
  bool is_number = false;
  bool is_list = false;
  std::span<const double> numbers = {};
  std::vector<std::string> texts = {};
};

/// The rows of columns of equal length. The numbers must outlive it. `name` names the table in
/// messages. Throws DataError for columns of different lengths.
std::unique_ptr<LogRows> column_rows(std::string name, std::vector<MemoryColumn> columns);

}  // namespace replaybench

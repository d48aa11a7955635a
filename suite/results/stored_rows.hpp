#pragma once
// What the store has of a cell whose rows are kept.

#include <optional>
#include <string>
#include <vector>

#include "suite/plan/plan.hpp"
#include "suite/store/store.hpp"
#include "suite/table/table.hpp"

namespace replaybench {

/// A stored cell's rows, or why there are none.
struct StoredRows {
  std::optional<Table> rows;
  std::string failure;
};

StoredRows load_rows(const Store& store, const Cell& cell);

/// The value of a column at the last step of each replicate, in the order of the replicates.
std::vector<double> last_values(const Table& rows, const std::string& column);

/// Whether the cell's evaluator gives a number of this name.
bool has_metric(const Cell& cell, const std::string& name);

}  // namespace replaybench

#pragma once
// Selection of the best candidate of a tuning, on the reported or on separate replicates.

#include <string>
#include <vector>

#include "suite/plan/plan.hpp"
#include "suite/table/table.hpp"

namespace replaybench {

/// The rows of one combination: the payloads of its cells, in the order of replicates.
struct CombinationRows {
  /// Makes the combination of `cell`, without rows.
  explicit CombinationRows(const Cell& cell) : first(&cell), axes(cell.axes) {
    if (cell.simulation) metrics = cell.simulation->columns->names();
  }

  const Cell* first;
  std::vector<AxisValue> axes;       ///< of the tables' rows
  std::vector<std::string> metrics;  ///< the evaluator's numbers, columns of the payloads
  std::vector<Table> payloads;
};

/// A column of numbers of a payload. Throws std::out_of_range if there is none.
const NumberColumn& numbers(const Table& table, const std::string& name);
/// The value of an axis; empty if there is none of this name.
std::string axis_value(const std::vector<AxisValue>& axes, const std::string& name);

/// The combinations of a tuning with their first `count` replicates: those that tables report.
std::vector<CombinationRows> reported(const std::vector<CombinationRows>& combinations,
                                      std::uint64_t count);

/// For each group of combinations that differ in their candidates only: the best one with its first
/// `count` replicates and the axis `selection` after `candidate`. Best is the highest mean of the
/// evaluator's first number at the replicates' last steps, over the first `count` replicates
/// (printed) or those after them (separate); NaN is left out of the mean; of equal ones the first
/// listed. `both` returns both, printed first. O(rows).
std::vector<CombinationRows> selected(const std::vector<CombinationRows>& combinations,
                                      Selection selection, std::uint64_t count);

}  // namespace replaybench

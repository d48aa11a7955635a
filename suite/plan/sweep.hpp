#pragma once
// The sweep of a task as a table, for expressions of its variables.

#include <string>
#include <utility>
#include <vector>

#include "suite/plan/experiment.hpp"
#include "suite/table/table.hpp"

namespace replaybench {

/// The variables of a sweep with one value each.
using Combination = std::vector<std::pair<std::string, std::string>>;

/// One row a combination: what `only`, `truth`, `horizon` and grid columns are evaluated on. A
/// sweep without variables has the one column "combination". O(rows * variables).
Table sweep_table(const std::vector<SweepAxis>& sweep, const std::vector<Combination>& rows);

/// The value of an expression at each row. Throws ExpressionError when it is not one number a row.
NumberColumn numbers_by_row(const Expression& expression, const Table& table);

}  // namespace replaybench

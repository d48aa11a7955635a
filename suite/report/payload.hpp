#pragma once
// Requirements on a cell's payload before a table is made from it.

#include <string>

#include "suite/plan/plan.hpp"
#include "suite/table/table.hpp"

namespace replaybench {

/// The rows of a stored cell. Throws DataError if they are no result of `cell`: not CSV, other columns, text instead
/// of a number, or a replicate that the cell does not have. The checksum only protects against damage.
Table payload_table(const Cell& cell, const std::string& payload);

}  // namespace replaybench

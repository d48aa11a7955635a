#pragma once
// Requirements on a cell's payload before a table is made from it.

#include <string>

#include "suite/plan/plan.hpp"
#include "suite/table/table.hpp"

namespace replaybench {

/// The rows of a stored cell. Throws DataError if they are not those of a result of `cell`: no CSV, other columns, a
/// text for a number, a replicate that the cell does not have. A seal vouches for the bytes, not for their author.
Table payload_table(const Cell& cell, const std::string& payload);

}  // namespace replaybench

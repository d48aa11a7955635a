#pragma once
// Stored rows of cells whose rows are kept.

#include <string>
#include <vector>

#include "suite/plan/plan.hpp"
#include "suite/store/store.hpp"
#include "suite/table/table.hpp"

namespace replaybench {

/// The payloads of cells, in their order, without those that are not stored.
struct StoredRows {
  std::vector<Table> payloads;
  std::string failure;  ///< reason for a missing payload; empty if none is missing
};

StoredRows load_rows(const Store& store, const std::vector<const Cell*>& cells);

/// The value of a column at the last step of each replicate, in the order of the payloads and
/// replicates.
std::vector<double> last_values(const std::vector<Table>& payloads, const std::string& column);
/// Like the function above, for the evaluator's column with this role (not `count` or `diagnostic`).
std::vector<double> last_values(const std::vector<Table>& payloads, Role role);

}  // namespace replaybench

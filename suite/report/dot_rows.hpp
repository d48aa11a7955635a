#pragma once
// The figure of a study without figures: a dot and an interval for each row of its main table.

#include <nlohmann/json_fwd.hpp>

#include "suite/report/study_tables.hpp"

namespace replaybench {

/// Values of the template dot_rows.html. The main table is the first with a measured column (`x` beside `x_se` and
/// `x_n`), which is shown with its 95% intervals; without one, the first with a number, of which the last number column is shown.
/// A row is named by the columns before that column that differ between the shown rows, of which there are at most 24. Null if no table
/// has two rows with a number and different names. O(rows * columns).
nlohmann::json dot_rows(const StudyTables& tables);

}  // namespace replaybench

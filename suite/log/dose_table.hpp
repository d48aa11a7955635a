#pragma once
// Tables of real-valued actions, with a line per record. Columns, in upper or lower case:
//
//   action    required  a finite number
//   reward    required  a finite number
//   density   required  above 0: the logging policy's density at the action, given the context, in 1 /
//                       units of the action
//   q         optional  a finite number: a model's mean reward of the logged action
//   TARGET    required, one for each policy: its action for this record, a finite number
//   q_TARGET  optional  a finite number: the same model's mean reward of TARGET
//
// TableOptions::columns gives the first four roles to columns of other names, and
// TableOptions::policy_columns names the targets: "target" if there are none. Other columns are ignored,
// and reported. An optional column that exists has a value on every line.

#include "suite/log/csv_log.hpp"
#include "suite/model/dose_log.hpp"

namespace replaybench {

/// Reads a table of real-valued actions. Of the options count columns, policy_columns, cluster and
/// segment. Throws DataError ("file:line: column ...") if a required column is missing, for the first
/// value that cannot be used, and for a table without lines; SpecErrors for an unknown role, for a column
/// that has two, and for an option that has no meaning for doses. O(lines).
TableLog read_dose_table(LogRows& rows, const TableOptions& options = {});

}  // namespace replaybench

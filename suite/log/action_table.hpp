#pragma once
// Features of the actions of a catalogue that does not change: a table with a row per action.
//
//   action    the action's name, as in the log
//   others    a feature each: a number v is NAME with v, another text t NAME=t with 1, an empty cell
//             nothing. A column counts as one of numbers where all its cells are numbers or empty.

#include <string>
#include <vector>

#include "suite/log/log_rows.hpp"
#include "suite/model/log.hpp"

namespace replaybench {

/// Gives the actions of `log`, which have names, the features of the table `rows`, in the place of those that it had.
/// Returns what is odd, in sentences: actions of the log that the table lacks, whose features are 0. Throws
/// DataError, with the line, for a table without a column "action" or without another one, a bad row, an action
/// that is empty or comes twice, and a number that is not finite; for a table of none of the log's actions.
/// O(table).
std::vector<std::string> add_action_table(Log& log, LogRows& rows);

}  // namespace replaybench

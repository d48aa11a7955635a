#pragma once
// Logs of real-valued actions (doses, prices, bids), drawn from a density that was logged, and what
// deterministic policies would have done.
//
// A table with a line per record. Columns, whatever their case (the names of the first four may be
// others: ContinuousColumns):
//
//   action    required  a finite number
//   reward    required  a finite number
//   density   required  above 0: the logging policy's density at the action, given the context, in 1 /
//                       units of the action
//   q         optional  a finite number: a model's mean reward of the logged action
//   TARGET    required, one for each policy: its action for this record, a finite number
//   q_TARGET  optional  a finite number: the same model's mean reward of TARGET
//
// Other columns are ignored, and reported. An optional column that exists has a value on every line.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "suite/log/log_rows.hpp"

namespace replaybench {

/// The ends of the actions that exist, both belong to them: low < high.
struct ActionRange {
  double low = 0;
  double high = 1;
};

struct ContinuousColumns {
  std::string action = "action";
  std::string reward = "reward";
  std::string density = "density";
  std::string q = "q";
  std::vector<std::string> targets = {"target"};
};

/// A policy's actions, record by record, and a model's mean rewards of them or nothing.
struct TargetActions {
  std::string name;  ///< of the column
  std::vector<double> actions;
  std::vector<double> q;
};

struct ContinuousLog {
  std::vector<double> actions, rewards, densities;
  std::vector<double> q;  ///< of the logged actions, or nothing
  std::vector<TargetActions> targets;
  std::vector<std::string> ignored_columns;

  std::size_t size() const { return actions.size(); }
};

/// Reads a log of real-valued actions. Throws DataError ("file:line: column ...") when a required
/// column is missing, for the first value that cannot be used, for an action or a target outside
/// `range`, and for a table without lines; SpecErrors when a target is named twice or is one of the
/// other columns. O(lines).
ContinuousLog read_continuous_log(LogRows& rows, const ContinuousColumns& columns = {},
                                  std::optional<ActionRange> range = {});

}  // namespace replaybench

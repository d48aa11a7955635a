#pragma once
// The work of a study by task: cells, replicates, and the time of a core that they take.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "suite/cli/quick_timing.hpp"
#include "suite/plan/plan.hpp"
#include "suite/run/cost_model.hpp"
#include "suite/store/store.hpp"

namespace replaybench::cli {

/// Cells of a task, or of one algorithm and evaluator of it.
struct PlanLine {
  std::string study;
  std::string task;
  std::string algorithm;
  std::string evaluator;
  std::size_t cells = 0;
  std::size_t stored = 0;
  std::uint64_t replicates = 0;
  CostModel::Total all = {};   ///< of all cells; one that two tasks have in common counts once
  CostModel::Total left = {};  ///< of those that the store lacks
  std::string failure = {};    ///< why a cell of it cannot be computed; empty: it can
};

/// Cells that cannot run here are left out. In the order of the plan; by task, or by task, algorithm
/// and evaluator. O(cells log cells), and a look into the store per cell.
std::vector<PlanLine> plan_lines(const Plan& plan, const Store& store, CostModel& costs,
                                 const Timings& timings, bool by_task);

/// The sum of lines, without study, task, algorithm, evaluator and failure. O(lines).
PlanLine sum_of(const std::vector<PlanLine>& lines);

/// "3 min to 5 min": the range that the time is in, in four cases of five; a single time where its
/// ends are the same at two digits. "more than 3 min" or "an unknown time" where the range is of no use.
std::string time_range_text(const CostModel::Total& total);

/// "  3 cells skipped: reason", a line for each reason that cells cannot run here.
std::string skipped_lines(const std::map<std::string, std::size_t>& cells_by_reason);

/// Lines by task and their sum as a table: minutes of a core of all cells with their range, minutes
/// left, and the share of the minutes that was measured. "-" and "over 3.1" or "unknown" where the range is of no use.
std::string task_table(const std::vector<PlanLine>& lines);

/// The lines as CSV, one row per task, with a header line and without sums. Times are empty if the range is too wide to
/// be useful, except for the known lower bound.
std::string task_csv(const std::vector<PlanLine>& lines);

}  // namespace replaybench::cli

#pragma once
// The work of a study: its cells by kind, what of them is stored, and the time that the others take.

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "suite/plan/cell_sources.hpp"
#include "suite/plan/plan.hpp"
#include "suite/run/work_rate.hpp"
#include "suite/store/listing.hpp"
#include "suite/store/store.hpp"

namespace replaybench::cli {

/// Seconds of a core by a cell's key.
using CellSeconds = std::unordered_map<std::string, double>;

/// Seconds of cells from the records of a store; for a cell that was computed twice the last ones.
CellSeconds recorded_seconds(const Store& store);

/// The cells of a kind that can run here.
struct PlanLine {
  CellKind kind;
  std::size_t cells = 0;
  std::size_t stored = 0;
  std::uint64_t replicates = 0;
  WorkRate rate = {};             ///< of the cells of it that have been measured
  double left = 0;                ///< work that the store lacks; of equal cells once
  const Cell* largest = nullptr;  ///< of the cells that the store lacks; in the plan
  std::string failure =
      {};  ///< why a replicate cannot be computed; empty if it was not tried, or can
};

/// A plan beside a store.
struct PlanWork {
  std::vector<PlanLine> lines;  ///< in the order of the plan
  std::size_t cells = 0;
  std::size_t stored = 0;                      ///< by the sources of this program, or unknown ones
  std::size_t failed = 0;                      ///< not stored, and noted as failed
  std::map<std::string, std::size_t> skipped;  ///< cells that cannot run here, by the reason
  OriginCounts origins;
};

/// Looks at the file of each stored cell. The plan must outlive the result. O(cells log cells).
PlanWork plan_work(const Plan& plan, const Store& store, const StoreListing& listing,
                   const CellSeconds& seconds);

/// Computes one replicate of the largest missing cell of a line and adds its time to the line's rate.
/// Whatever it throws becomes the line's failure.
void measure(PlanLine& line);

/// The time that the missing cells of some kinds take.
class TimeLeft {
 public:
  void add(const PlanLine& line);
  void add(const std::vector<PlanLine>& lines) {
    for (const PlanLine& line : lines) add(line);
  }
  /// "about 12 min of one core left, without 2 of 5 kinds of cells that were not measured (--measure)".
  std::string text() const;

 private:
  double seconds_ = 0;
  std::size_t kinds_ = 0;    // of which cells are missing
  std::size_t unknown_ = 0;  // of them, not measured
};

/// "12 min", "0 s", "not measured", or the failure.
std::string time_left_text(const PlanLine& line);

/// "  3 cells skipped: reason", a line for each reason that cells cannot run here.
std::string skipped_lines(const std::map<std::string, std::size_t>& cells_by_reason);

}  // namespace replaybench::cli

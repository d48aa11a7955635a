#pragma once
// Messages about stored cells that were computed by other sources.

#include <string>

#include "suite/plan/cell_sources.hpp"

namespace replaybench::cli {

/// "  12 cells to recompute: the sources of ucb changed since they were computed", with `what` before the colon; a
/// line with its end, or nothing.
std::string changed_line(const OriginCounts& origins, const std::string& what);

/// "  30 cells were computed by another engine; "run --recompute" recomputes them": such a line
/// for cells that are kept; `command` is the command that computes them.
std::string kept_line(const OriginCounts& origins, const std::string& command = "run");

}  // namespace replaybench::cli

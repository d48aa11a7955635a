#pragma once
// The result of one cell.

#include <string>

#include "suite/plan/plan.hpp"

namespace replaybench {

/// The streams of one replicate of a cell.
ReplicateStreams streams_of(const SimulationCell& cell, std::uint64_t replicate);

/// The trial of one replicate of a cell; the cell must outlive it. Makes nothing yet.
Trial trial_of(const SimulationCell& cell, std::uint64_t replicate);

/// Computes a cell: the payload to store, as CSV. A pure function of the cell; throws what the
/// components throw.
///   simulation, rows kept:  replicate, step, and one column a number of the evaluator
///   simulation, moments:    step, metric, count, mean, m2; values that are not a number are left out,
///                           so `count` is the number of the others
///   grid:                   its sweep variables and columns
///
/// Logs that cells of the same `log_group` have in common are looked for in `logs` where it is given;
/// `more_readers`: further such cells are computed with it next.
std::string compute(const Cell& cell, SharedLogs* logs = nullptr, bool more_readers = false);

/// Cells whose replicates begin with the same number have the logs of these replicates in common if
/// this text is the same: the data set, the logging policy, the seed and the horizon. O(length).
std::string log_group(const SimulationCell& cell);

}  // namespace replaybench

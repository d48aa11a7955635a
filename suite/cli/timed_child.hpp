#pragma once
// One replicate of a cell in a child process, ended when it takes too long.

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "suite/plan/plan.hpp"

namespace replaybench::cli {

struct ChildTiming {
  std::optional<double> seconds;  ///< of a core; none: it takes longer than the limit, or failed
  std::string failure;            ///< why it cannot be computed; empty: it can
};

/// Computes one replicate, twice where that is quick: what is made once, such as a model or a file's
/// index, is no part of a replicate's time, and of a log that `cells_sharing_log` cells have in common (1: only
/// this one) it has its share. The result goes nowhere. Ends the child `limit` seconds
/// of the clock after its start, and takes what it had measured until then. `waiting` is called
/// several times per second. Throws FileError when the system gives no process. For programs
/// that have a single thread.
ChildTiming time_one_replicate(const Cell& cell, std::size_t cells_sharing_log, double limit,
                               const std::function<void()>& waiting);

}  // namespace replaybench::cli

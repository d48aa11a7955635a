#pragma once
// Cost of an algorithm: bytes of state, nanoseconds of a choice and of an update.

#include <cstddef>
#include <limits>
#include <optional>

#include "suite/plan/plan.hpp"

namespace replaybench {

struct Cost {
  std::optional<std::size_t> state_bytes;  ///< none if the algorithm does not list its state
  /// CPU time of one call through the agent's interface (a virtual call included), the best of
  /// three rounds; NaN if it was not measured, or if repeated updates break the model.
  double choose_ns = std::numeric_limits<double>::quiet_NaN();
  double update_ns = std::numeric_limits<double>::quiet_NaN();
  /// `state_bytes`; NaN if there is none.
  double bytes() const {
    return state_bytes ? static_cast<double>(*state_bytes)
                       : std::numeric_limits<double>::quiet_NaN();
  }
};

/// The cost of a cell's algorithm on its task, after it has learned from at most 2,000 steps of the
/// first replicate. The bytes are the same everywhere; the times are this machine's, and not taken
/// when `seconds` is 0: each is measured for about so long, three times. Throws what the algorithm
/// throws.
Cost measure_cost(const SimulationCell& cell, double seconds);

/// Cost of an agent on the first records of a log.
Cost measure_cost(Agent agent, const Log& log, StreamKey key, double seconds);

}  // namespace replaybench

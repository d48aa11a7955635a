#pragma once
// Choices that an evaluator asks of an algorithm, counted by a probe in the algorithm's place.

#include <string>

#include "suite/plan/plan.hpp"

namespace replaybench {

struct EvaluatorProbe {
  /// Reason why it has no place on the page: it cannot be used on a log, or gives the same estimate
  /// for any algorithm; empty if it has one.
  std::string reason;
  /// Calls of `choose` per record of the log: the larger number of a learning algorithm and a static one.
  /// The same on every machine.
  double choices = 0;
};

/// Tries an evaluator on the first records of a cell's first log, as if they came from a file: what
/// needs the simulator's truth is not an evaluator of logs. The first action pays there and no
/// other, so that algorithms differ. O(records * choices).
EvaluatorProbe probe(const Evaluator& evaluator, const SimulationCell& cell);

/// CPU nanoseconds a record of an evaluation of the cell's first replicate, on the first 200 records, or on all if the
/// evaluator does not apply to so few; the log is written before. Throws what the evaluator throws.
double nanoseconds_a_record(const SimulationCell& cell);

}  // namespace replaybench

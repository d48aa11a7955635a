#pragma once
// Environments whose logs several policies write in turns.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "suite/model/agent.hpp"

namespace replaybench {

/// A policy that writes some of the records of a log. It has probabilities and does not learn.
struct TurnOfLogger {
  std::string name;
  Agent agent;
};

/// Second base of such an environment: `write_log` lets its policies write instead of the logging policy that it is given,
/// names them in Log::loggers, and adds their probabilities as targets of these names.
class LoggingTurns {
 public:
  virtual ~LoggingTurns() = default;
  /// At least one; names are distinct.
  virtual const std::vector<TurnOfLogger>& loggers() const = 0;
  /// Index of the policy that writes the record of this step. O(1).
  virtual std::size_t logger_at(std::uint64_t step) const = 0;
};

}  // namespace replaybench

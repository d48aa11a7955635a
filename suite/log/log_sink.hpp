#pragma once
// A destination of a log's records while it is read, so that they need not be in memory together.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "suite/model/log.hpp"

namespace replaybench {

/// What is known when the last record is read.
struct LogNames {
  /// The log without records: names and numbers of actions and features, pools, names of loggers, targets and predictions.
  Log header;
  std::vector<Action> number_of;  ///< the number of each action, by its number in the parts
  std::vector<std::uint32_t> logger_number_of;  ///< the same of loggers
  /// Of each target with probabilities of all actions, then of each of the predictions: by action, its column in the parts.
  std::vector<std::vector<std::size_t>> columns;
};

class LogSink {
 public:
  LogSink() = default;
  virtual ~LogSink() = default;
  LogSink(const LogSink&) = delete;
  LogSink& operator=(const LogSink&) = delete;

  /// The next records, records_per_part but for the last part: actions and loggers are numbered as they came; contexts are empty if
  /// an intercept is the only feature; `all` of a target or of predictions has a number per column, as the log has them.
  virtual void add(const Log& part) = 0;
  /// After the last record.
  virtual void finish(LogNames names) = 0;
};

/// Records of a part. A block of LogBlocks has so many, so that it is one part.
inline constexpr std::size_t records_per_part = std::size_t{1} << 15;

}  // namespace replaybench

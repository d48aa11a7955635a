#pragma once
// Summary of a log of articles and visits, in one pass: zones, lives, and clicks by window.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "suite/model/log.hpp"

namespace replaybench::evaluators::log_statistics {

/// A stretch of records with the same pool (thesis, figure 4.16, section 4.4.3, p. 114).
struct ZoneStatistics {
  std::uint64_t first = 0;
  std::uint64_t records = 0;
  std::uint64_t with_features = 0;  ///< records with more features than the constant
  std::uint64_t pool = 0;           ///< size
  double rewards = 0;
};

/// One action. It is there from `first` to the end of the last zone that has it.
struct LifeStatistics {
  bool seen = false;  ///< in a pool
  std::uint64_t first = 0;
  std::uint64_t end = 0;
  std::uint64_t lifetime = 0;  ///< records whose pool has it
  std::uint64_t displays = 0;
  double rewards = 0;
};

struct WindowStatistics {
  std::uint64_t first = 0;
  std::uint64_t records = 0;
  std::uint64_t without_features = 0;
  double rewards = 0;
  double active = 0;  ///< features that are not 0, all records
  double pool = 0;    ///< pool sizes, all records
};

struct Cell {
  std::uint32_t displays = 0;
  double rewards = 0;
};

class LogSummary {
 public:
  /// Summary of a log of `records` records in `windows` windows, as equal as possible. Requires records >= 1.
  LogSummary(std::uint64_t records, std::uint64_t windows);

  /// Adds the next records; the pieces together must be the log. O(records), for dense contexts
  /// O(records * dimension).
  void add(const Log& piece);
  /// After the last piece.
  void finish();

  std::uint64_t records() const { return records_; }
  const std::vector<ZoneStatistics>& zones() const { return zones_; }
  const std::vector<LifeStatistics>& lives() const { return lives_; }
  const std::vector<WindowStatistics>& windows() const { return windows_; }
  Cell cell(std::size_t window, Action action) const {
    return cells_[window * lives_.size() + action];
  }
  /// A zone has this action. Not for zones of a pool that never changes.
  const std::vector<std::vector<Action>>& pools() const { return pools_; }

  /// Relative change of an action's mean reward over its life: the least-squares slope over its
  /// windows, times its lifetime, divided by its mean reward; with its standard error for rewards
  /// of 0 and 1. NaN when it was rewarded never, or in one window only.
  struct Trend {
    double change;
    double standard_error;
  };
  Trend trend(Action action) const;

  /// The most records on `count` actions that are there together, from a birth to the first death
  /// among them, and only records with features (thesis, appendix B.4, p. 242): expected under
  /// uniform logging. Of those that are there at a birth the `count` that stay longest are taken
  /// (one that goes and comes back counts as there meanwhile). 0 when there are never so many.
  double max_together(std::size_t count) const;

 private:
  void close_zone(std::uint64_t end);

  std::uint64_t records_;
  std::uint64_t next_ = 0;  // record
  std::size_t window_ = 0;
  std::vector<ZoneStatistics> zones_;
  std::vector<std::vector<Action>> pools_;  // of the zones
  std::vector<LifeStatistics> lives_;
  std::vector<WindowStatistics> windows_;
  std::vector<Cell> cells_;
};

}  // namespace replaybench::evaluators::log_statistics

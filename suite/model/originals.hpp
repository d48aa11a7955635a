#pragma once
// Splits of a log in which records may be copies of one record (Log::originals), as in a bootstrap
// resample. All copies of a record are on the same side: an algorithm that has learned from one
// copy would otherwise be tested on what it has seen.

#include <cstdint>
#include <span>
#include <vector>

#include "suite/model/log.hpp"
#include "suite/model/tally.hpp"

namespace replaybench {

/// The records of a log grouped by original, in the order of the originals; of a log without copies
/// a group per record. Copies nothing of the log, which must outlive it.
class Originals {
 public:
  /// O(n log n) with copies, otherwise O(1).
  explicit Originals(const Log& log);

  /// Number of different records. O(1).
  std::size_t count() const { return first_.empty() ? log_.size() : first_.size() - 1; }
  /// The group of record i, below `count`. O(1).
  std::size_t group_of(std::size_t i) const { return group_.empty() ? i : group_[i]; }
  /// The copies of the original that record i is a copy of, i among them, in increasing order; empty
  /// for a log without copies. O(1).
  std::span<const std::uint32_t> copies_of(std::size_t i) const {
    if (group_.empty()) return {};
    const std::size_t group = group_[i];
    return std::span(members_).subspan(first_[group], first_[group + 1] - first_[group]);
  }

 private:
  const Log& log_;
  std::vector<std::uint32_t> group_;    // by record
  std::vector<std::uint32_t> members_;  // by group
  std::vector<std::size_t> first_;      // of each group in members_, and the end
};

/// A log cut in two: the first `share` of its originals with all their copies, and the others. Both
/// parts are in the log's order. Without copies: the first floor(share n) records, and the rest.
class LogCut {
 public:
  /// Needs `share` in [0, 1]; `log` must outlive the cut. O(n log n) with copies, otherwise O(1).
  LogCut(const Log& log, double share);

  /// The records of a part; valid as long as the cut.
  Schedule first() const { return schedule(first_, 0, cut_); }
  Schedule rest() const { return schedule(rest_, cut_, log_.size() - cut_); }
  /// A part as a log of its own; of the first one at most `most` records. O(result).
  Log first_log(std::size_t most) const;
  Log rest_log() const;

 private:
  Schedule schedule(std::span<const std::uint32_t> records, std::size_t first,
                    std::size_t count) const {
    return log_.has_copies() ? Schedule::of(records) : Schedule::range(first, count);
  }

  const Log& log_;
  std::size_t cut_ = 0;               // without copies
  std::vector<std::uint32_t> first_;  // with copies
  std::vector<std::uint32_t> rest_;
};

}  // namespace replaybench

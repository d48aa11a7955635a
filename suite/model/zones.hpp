#pragma once
// Static parts of a log's pool: its zones, and the longest time that n actions spend in it
// together.
//
// Source: thesis, figure 4.16 (section 4.4.3, p. 114; the R6B log is cut into the smallest number
// of consecutive zones with a static pool: 926); appendix B.4 (p. 242; appendix B: "the longest
// part of this dataset in which the same ten news remain alive together").

#include <cstddef>
#include <cstdint>
#include <vector>

#include "suite/model/log.hpp"

namespace replaybench {

/// A maximal stretch of consecutive records with the same pool.
struct Zone {
  std::size_t first = 0;    ///< its first record
  std::size_t records = 0;  ///< > 0
  std::uint32_t pool = 0;   ///< index in the log's pool_table; 0 if the pool never changes

  std::size_t end() const { return first + records; }
  friend bool operator==(const Zone&, const Zone&) = default;
};

/// All zones of a log in its order; one for a log whose pool never changes, none for an empty one.
/// O(n).
std::vector<Zone> zones_of(const Log& log);

/// A range of records during which n actions are always available.
struct CommonRange {
  std::size_t first = 0;  ///< first record
  std::size_t records =
      0;  ///< number of records, for all logged actions; 0 if there is no such range
  std::vector<Action> actions;  ///< the n actions, increasing
  std::size_t matching = 0;     ///< number of records that logged one of these actions
};

/// Returns the range, and n actions that are available in all of it, with the most records of these actions.
///
/// The thesis does not say how the ten news were chosen. The rule here: for every record s at which an action becomes
/// available (again), take the n available actions that stay longest, until e, the n-th largest of their ends; the
/// range is s .. e. Actions that end together count in increasing order; of ranges with equally many records of their
/// actions the earliest wins. This is the longest range that begins at s with n actions; a shorter range with other
/// actions that were logged more often is not considered.
///
/// If the log is uniform, the records that logged one of the n actions are uniform over them. records = 0 if no pool has
/// n actions. Throws std::logic_error for n = 0. O(records + zones K log(records)).
CommonRange longest_common_range(const Log& log, std::size_t n);

}  // namespace replaybench

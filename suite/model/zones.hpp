#pragma once
// Where the pool of a log is static: its zones, and the longest time that n actions spend in it
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
  std::uint32_t pool = 0;   ///< index in the log's pool_table; 0 where the pool never changes

  std::size_t end() const { return first + records; }
  friend bool operator==(const Zone&, const Zone&) = default;
};

/// All zones of a log in its order; one for a log whose pool never changes, none for an empty one.
/// O(n).
std::vector<Zone> zones_of(const Log& log);

/// A stretch of a log during which some actions are available all the time.
struct CommonStretch {
  std::size_t first = 0;        ///< its first record
  std::size_t records = 0;      ///< its length, whatever was logged; 0: there is none
  std::vector<Action> actions;  ///< the n actions, increasing
  std::size_t matching = 0;     ///< how many of its records logged one of them
};

/// The stretch, and the n actions available all along it, with the most records of these actions.
///
/// The thesis does not say how the ten news were chosen. The rule here: for every record s at which
/// an action becomes available (it may have gone before), take the n of those available that stay
/// longest, until e, the n-th largest of their ends; the stretch is s .. e. Actions that end
/// together count in increasing order; of stretches with equally many records of their actions the
/// earliest wins. Of all stretches that begin at s with n actions this is the longest; that other n
/// actions were logged more often in a shorter one is not looked into.
///
/// Where the records are logged uniformly, those that logged one of the n are logged uniformly
/// among the n. records = 0 where no pool has n actions. Needs n >= 1. O(records + zones K
/// log(records)).
CommonStretch longest_common_stretch(const Log& log, std::size_t n);

}  // namespace replaybench

#pragma once
// What the log itself says: its actions, and the mean reward that its own policy got.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "suite/model/log.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/statistics/interval.hpp"

namespace replaybench {

/// One action of a log.
struct ActionSummary {
  std::string name;              ///< its token, or its number
  std::uint64_t records = 0;     ///< in which it was logged
  double share = 0;              ///< of all records
  double mean_reward = nan;      ///< NaN where it was never logged
  double mean_propensity = nan;  ///< of its records; NaN without propensities
};

/// All actions, in their order. O(records + actions).
std::vector<ActionSummary> summarise_actions(const Log& log);

/// The mean reward of all records, which estimates the value of the policy that wrote the log,
/// with its 95% interval: Wilson's for rewards 0 and 1, else normal; of independent clusters where
/// they are given (one per record). Needs a record. O(records).
statistics::IntervalEstimate logged_value(const Log& log, std::span<const std::uint32_t> clusters);

}  // namespace replaybench

#pragma once
// Summary of the log: its actions, and the mean reward of its own policy.

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "suite/model/log_blocks.hpp"
#include "suite/model/reward_range.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/statistics/heavy_tail.hpp"
#include "suite/statistics/interval.hpp"
#include "suite/statistics/skewed_interval.hpp"

namespace replaybench {

/// One action of a log.
struct ActionSummary {
  std::string name;              ///< its token, or its number
  std::uint64_t records = 0;     ///< in which it was logged
  double share = 0;              ///< of all records
  double mean_reward = nan;      ///< NaN if it was never logged
  double mean_propensity = nan;  ///< of its records; NaN without propensities
};

/// All actions, in their order. O(records + actions).
std::vector<ActionSummary> summarise_actions(const LogBlocks& log);

/// The narrowest range of rewards. O(rewards).
constexpr RewardRange range_of_reward(double reward) {
  if (!(reward >= 0 && reward <= 1)) return RewardRange::real;
  return reward == 0 || reward == 1 ? RewardRange::binary : RewardRange::unit;
}
RewardRange range_of_rewards(std::span<const double> rewards);

/// The rewards of a log.
struct RewardLimits {
  RewardRange range = RewardRange::binary;
  double least = nan, most = nan;  ///< NaN without records
};
/// O(records).
RewardLimits limits_of_rewards(const LogBlocks& log);

/// Least and most of a log's predictions, over all records and actions.
struct PredictionRange {
  double least = std::numeric_limits<double>::infinity();
  double most = -std::numeric_limits<double>::infinity();
};

/// Range of the rewards: [0, highest], or any number.
struct RewardScale {
  /// Range of a reward divided by `highest`.
  RewardRange range = RewardRange::real;
  double highest = 1;
  /// Every reward is a sum of numbers that are 0 or 1, so that no mean lies outside [0, highest];
  /// else the range is that of the rewards that were seen.
  bool known = false;
  bool bounded = false;  ///< the user has declared bounds (Log::reward_bounds)
};
/// Scale of rewards that are 0 or 1, in [0, 1], or any number. O(1).
RewardScale scale_of(RewardRange range);
/// Scale of the records of a log whose rewards have this range; records of a log of slates are sums over its
/// slots. O(1), or O(slots).
RewardScale scale_of_log(const LogBlocks& log, RewardRange range);

/// The mean reward of all records, which estimates the value of the policy that wrote the log,
/// with its 95% interval: Wilson's for rewards 0 and 1 and for equal rewards in [0, 1]; otherwise corrected
/// for skewness, and cut to a known range. There is none if rewards outside [0, 1] are equal or have
/// no variance (statistics::Tail). Clusters, if they are given (one per record), are taken as
/// independent. Needs a record. O(records).
statistics::IntervalEstimate logged_value(const LogBlocks& log, const RewardScale& scale,
                                          std::span<const std::uint32_t> clusters);
/// The same interval around a mean from the variance of the mean (NaN: unknown), the sums over the records' parts in
/// its error, and the tail of the rewards; `size` is the effective number of independent records. O(1).
statistics::IntervalEstimate interval_of_mean(double mean, double variance,
                                              const statistics::InfluenceSums& sums,
                                              const statistics::Tail& tail, double size,
                                              const RewardScale& scale);
/// The mean of these rewards, with the same interval. O(records).
statistics::IntervalEstimate mean_reward(std::span<const double> rewards, const RewardScale& scale,
                                         std::span<const std::uint32_t> clusters = {});

}  // namespace replaybench

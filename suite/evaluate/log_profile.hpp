#pragma once
// Profile of a log, for drawings: bins, whose number does not grow with the log.

#include <cstdint>
#include <string>
#include <vector>

#include "suite/evaluate/log_facts.hpp"
#include "suite/statistics/interval.hpp"

namespace replaybench {

/// Actions of which a profile shows the shares over the log: the most frequent ones.
inline constexpr std::size_t max_shown_actions = 8;
/// Actions of which a profile shows the calibration: those whose propensities fit worst.
inline constexpr std::size_t max_calibrated_actions = 200;

/// Records in succession.
struct LogStretch {
  std::uint64_t first = 0;  ///< number of its first record, from 1
  std::uint64_t records = 0;
  std::string from_time;  ///< timestamp of its first record, as written; empty if there is none
  statistics::IntervalEstimate mean_reward;
  std::vector<double> shares;  ///< of `shown_actions`, in their order
};

/// Records with propensities in [from, to), a quarter of a decade.
struct PropensityBin {
  double from = 0, to = 0;
  std::uint64_t records = 0;
};

/// The propensities of one action's records.
struct ActionCalibration {
  std::string action;
  std::uint64_t records = 0;
  double inverse = 1;  ///< ActionFit
  double z = 0;
};

/// Records with doses in [from, to).
struct DoseBin {
  double from = 0, to = 0;
  std::uint64_t records = 0;
  double mean_reward = nan;
};

struct LogProfile {
  std::string first_time, last_time;  ///< timestamps as written; empty if there are none
  double least_reward = nan, most_reward = nan;
  std::uint64_t pools =
      0;  ///< different pools of actions; 0 means every action is always available
  std::vector<LogStretch> stretches;  ///< at most max_stretches, of equal size
  std::vector<std::string> shown_actions;
  std::vector<PropensityBin> propensities;  ///< none of a log without
  std::vector<ActionCalibration>
      calibration;             ///< of actions with 30 effective records, in their order
  std::vector<DoseBin> doses;  ///< of a log of doses
};

/// The profile of a log. O(records) time; memory O(actions), and that of one stretch.
LogProfile profile_of(const LogFacts& facts);

}  // namespace replaybench

#pragma once
// Logs of real-valued actions (doses, prices, bids), drawn from a density that was logged, and the
// actions of deterministic policies.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suite/model/log.hpp"

namespace replaybench {

/// The least and the largest action that exist: low < high.
struct ActionRange {
  double low = 0;
  double high = 1;
};

/// A policy's actions, record by record, and a model's mean rewards of them, if there are any.
struct TargetActions {
  std::string name;  ///< of the column
  std::vector<double> actions;
  std::vector<double> q;
};

struct DoseLog {
  std::vector<double> actions, rewards;
  std::vector<double>
      densities;  ///< above 0: the logging policy's at the action, given the context, in 1 / units
  std::vector<double> q;  ///< a model's mean rewards of the logged actions, or empty
  std::vector<TargetActions> targets;

  std::size_t size() const { return actions.size(); }
  /// The index of the target of this name; targets.size() if there is none. O(targets).
  std::size_t target(std::string_view name) const;
  /// The records of these indices in this order. Requires each index to be below size(). O(result).
  DoseLog select(std::span<const std::uint32_t> records) const;
};

/// A log with these records and target policies. O(records).
Log log_of_doses(DoseLog doses);

}  // namespace replaybench

#pragma once
// A log from arrays, without a table between.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "suite/logs/open_log.hpp"

namespace replaybench {

/// An array over the records: rows of `width` numbers.
struct NamedRows {
  std::string name;
  std::span<const double> values;
  std::size_t width = 1;
};

/// n records. Spans that are empty mean: not known; no features.
struct LogArrays {
  std::span<const std::int64_t> action;
  std::span<const double> reward;
  std::span<const double> propensity;
  std::span<const double> context;  ///< n x features, row by row
  std::size_t features = 0;
  /// The actions are 0 .. action_count - 1; std::nullopt means the logged actions, in their order.
  std::optional<std::int64_t> action_count;
  std::vector<NamedRows> policies;     ///< width 1: of the logged action; otherwise of all actions
  std::vector<NamedRows> predictions;  ///< of all actions
  bool intercept = true;               ///< append a constant feature
};

/// The log that a reader would make of a table with these columns: actions are named by their
/// numbers, features x_0, x_1, ... Each column is written once into the log's own memory.
/// Throws DataError, with `name` and the record (from 0), for columns and tables of other shapes, an
/// action that is not below action_count, a number that is not finite, a propensity outside (0, 1]
/// and probabilities that are none. O(n (features + policies K)).
InputLog log_from_arrays(const LogArrays& arrays, const std::string& name);

/// `input` with more target policies and predictions, and with actions that were never logged, `new_actions`
/// by name, added after its own. Copies its log. Throws as above, for a log of slates or doses, and if the
/// log's own predictions do not cover the new actions.
InputLog with_given(const InputLog& input, const std::vector<std::string>& new_actions,
                    const std::vector<NamedRows>& policies,
                    const std::vector<NamedRows>& predictions, const std::string& name);

}  // namespace replaybench

#pragma once
// Which column of a CSV log is what.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suite/log/csv_log.hpp"
#include "suite/text/csv_header.hpp"

namespace replaybench {

/// Where the columns of a log are. Names count whatever their case; the exact one is preferred.
struct LogColumns {
  /// Throws DataError when action or reward is missing; SpecErrors when a feature or the cluster
  /// that the options name is not there, or is another column of the log.
  LogColumns(const CsvHeader& header, const CsvLogOptions& options, const std::string& file);

  std::size_t action = 0;
  std::size_t reward = 0;
  std::optional<std::size_t> propensity, pool, timestamp, cluster;
  std::vector<std::size_t> features;
  std::vector<std::string> ignored;
};

/// Whether `name` fits a pattern in which * stands for any text and ? for any character, whatever
/// the case of ASCII letters. O(length of both, multiplied).
bool fits_pattern(std::string_view name, std::string_view pattern);

}  // namespace replaybench

#pragma once
// The measured times of cells that a store keeps beside it, as they are in the file.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace replaybench {

/// The first line of the file.
inline constexpr std::string_view times_heading = "replaybench times 1";

/// Time of one replicate of a combination.
struct MeasuredTime {
  std::string combination;  ///< "dataset ... | logging ... | algorithm ... | evaluator ... | ..."
  double seconds = 0;       ///< CPU time, above 0
  double interactions = 0;  ///< of the replicate, above 0

  /// The text of a field ("algorithm": "ucb#1{alpha=2}"); empty where there is none. O(text).
  std::string field(const std::string& name) const;
};

/// The lines of a file of times, in its order. A file that is not there or is of another kind has
/// none, and other lines in it are passed over: measurements are a convenience. O(file).
std::vector<MeasuredTime> read_times(const std::filesystem::path& file);

/// "ucb" of "ucb#1{alpha=2}".
std::string component_name(const std::string& text);

}  // namespace replaybench

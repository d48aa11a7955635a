#pragma once
// Costs of components, from the times of a store's cells.

#include <filesystem>
#include <map>
#include <string>

namespace replaybench {

/// CPU seconds per record of the horizon, over the measured combinations of a component.
struct MeasuredCost {
  std::size_t combinations = 0;
  double low = 0;     ///< the tenth percentile
  double middle = 0;  ///< the median
  double high = 0;    ///< the ninetieth percentile
};

/// Costs by the component's name.
struct MeasuredCosts {
  std::map<std::string, MeasuredCost> algorithms;  ///< played by `live`
  std::map<std::string, MeasuredCost> evaluators;  ///< with any algorithm
  std::map<std::string, MeasuredCost> datasets;    ///< with any algorithm, played by `live`
};

/// The costs in a file of times (suite/run/measured_times.hpp), of the combinations with a horizon.
/// Nothing where there is no such file. `live`: the evaluator that plays the environment. O(n log n)
/// in the lines.
MeasuredCosts measured_costs(const std::filesystem::path& times, const std::string& live);

/// A time with its unit: "340 ns", "1.2 µs", "15 ms".
std::string time_with_unit(double seconds);

}  // namespace replaybench

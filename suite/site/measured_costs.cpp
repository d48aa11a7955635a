#include "suite/site/measured_costs.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "suite/run/measured_times.hpp"

namespace replaybench {

namespace {

using TimesByName = std::map<std::string, std::vector<double>>;

std::map<std::string, MeasuredCost> summaries(TimesByName& times) {
  std::map<std::string, MeasuredCost> costs;
  for (auto& [name, values] : times) {
    std::sort(values.begin(), values.end());
    const auto at = [&sorted = values](std::size_t tenths) {
      return sorted[(sorted.size() - 1) * tenths / 10];
    };
    costs[name] = {values.size(), at(1), at(5), at(9)};
  }
  return costs;
}

}  // namespace

MeasuredCosts measured_costs(const std::filesystem::path& times, const std::string& live) {
  TimesByName algorithms;
  TimesByName evaluators;
  TimesByName datasets;
  for (const MeasuredTime& time : read_times(times)) {
    const double horizon = std::strtod(time.field("horizon").c_str(), nullptr);
    const std::string evaluator = component_name(time.field("evaluator"));
    if (!(horizon > 0) || evaluator.empty()) continue;
    const double per_record = time.seconds / horizon;
    evaluators[evaluator].push_back(per_record);
    if (evaluator != live) continue;
    algorithms[component_name(time.field("algorithm"))].push_back(per_record);
    datasets[component_name(time.field("dataset"))].push_back(per_record);
  }
  return {summaries(algorithms), summaries(evaluators), summaries(datasets)};
}

std::string time_with_unit(double seconds) {
  const auto shown = [](double value, const char* unit) {
    return value < 10 ? fmt::format("{:.1f} {}", value, unit)
                      : fmt::format("{:.0f} {}", value, unit);
  };
  if (seconds < 1e-6) return fmt::format("{:.0f} ns", seconds * 1e9);
  if (seconds < 1e-3) return shown(seconds * 1e6, "µs");
  if (seconds < 1) return shown(seconds * 1e3, "ms");
  return shown(seconds, "s");
}

}  // namespace replaybench

#include "suite/log/propensity_values.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace replaybench {

namespace {

constexpr std::size_t max_examined = 1'000'000;

// The double that is nearest to some number of this many decimals.
bool has_decimals(double value, double unit) {
  return std::fabs(value * unit - std::round(value * unit)) <= 1e-9 * unit * value;
}

}  // namespace

bool PropensityValues::floored() const {
  if (distinct < many || at_smallest < 10) return false;
  const double others = static_cast<double>(examined - at_smallest);
  return static_cast<double>(at_smallest) * static_cast<double>(distinct - 1) >= 10 * others;
}

double PropensityValues::rounding_error() const { return 0.5 * std::pow(10, -decimals) / smallest; }

bool PropensityValues::rounded() const {
  return distinct >= many && decimals <= max_decimals && rounding_error() >= 0.02;
}

PropensityValues examine_propensities(std::span<const double> propensities) {
  PropensityValues values;
  if (propensities.empty()) return values;
  const std::size_t step = (propensities.size() + max_examined - 1) / max_examined;
  std::vector<double> sorted;
  sorted.reserve(propensities.size() / step + 1);
  for (std::size_t i = 0; i < propensities.size(); i += step) sorted.push_back(propensities[i]);
  std::sort(sorted.begin(), sorted.end());
  values.examined = sorted.size();
  values.smallest = sorted.front();
  const auto above = std::upper_bound(sorted.begin(), sorted.end(), values.smallest);
  values.at_smallest = static_cast<std::size_t>(above - sorted.begin());
  values.share_of_smallest =
      static_cast<double>(values.at_smallest) / static_cast<double>(values.examined);
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  values.distinct = sorted.size();
  double unit = 1;
  while (values.decimals <= PropensityValues::max_decimals &&
         !std::all_of(sorted.begin(), sorted.end(),
                      [unit](double value) { return has_decimals(value, unit); })) {
    ++values.decimals;
    unit *= 10;
  }
  return values;
}

}  // namespace replaybench

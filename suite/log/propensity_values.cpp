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

ExaminedPropensities::ExaminedPropensities(std::uint64_t records)
    : step_(std::max<std::uint64_t>((records + max_examined - 1) / max_examined, 1)) {
  examined_.reserve(records / step_ + 1);
}

void ExaminedPropensities::add(std::span<const double> propensities) {
  std::uint64_t i = next_;
  for (; i < propensities.size(); i += step_) examined_.push_back(propensities[i]);
  next_ = i - propensities.size();
}

bool is_rounded_from(double value, double written) {
  double unit = 10;
  for (int decimals = 1; decimals <= 6; ++decimals, unit *= 10) {
    if (has_decimals(written, unit)) return std::fabs(value - written) * unit <= 0.5 + 1e-9;
  }
  return false;
}

PropensityValues examine_propensities(std::span<const double> propensities) {
  ExaminedPropensities examined(propensities.size());
  examined.add(propensities);
  return examined.values();
}

PropensityValues ExaminedPropensities::values() const {
  PropensityValues values;
  std::vector<double> sorted = examined_;
  if (sorted.empty()) return values;
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

#include "suite/statistics/skewed_interval.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "suite/numeric/elementary.hpp"
#include "suite/numeric/exact_sum.hpp"
#include "suite/numeric/nan.hpp"

namespace replaybench::statistics {

InfluenceSums sum_influences(std::span<const double> influences) {
  numeric::ExactSum squares, cubes;
  for (const double part : influences) {
    squares.add(part * part);
    cubes.add(part * part * part);
  }
  return {influences.size(), squares.value(), cubes.value()};
}

void StepSums::add(double coefficient) {
  (coefficient > 0 ? up_ : down_).add(std::fabs(coefficient));
  (coefficient > 0 ? up_squares_ : down_squares_).add(coefficient * coefficient);
}

RecordSteps StepSums::steps() const {
  const auto step = [](const numeric::ExactSum& squares, const numeric::ExactSum& sum) {
    return sum.value() > 0 ? squares.value() / sum.value() : 0;
  };
  return {step(up_squares_, up_), step(down_squares_, down_)};
}

RecordSteps steps_of(std::span<const double> coefficients) {
  StepSums sums;
  for (const double coefficient : coefficients) sums.add(coefficient);
  return sums.steps();
}

InfluenceSums with_half_records(InfluenceSums sums, const RecordSteps& steps, double mean) {
  const double success = 1 - std::clamp(mean, 0.0, 1.0);
  const double failure = 1 - success;
  const double squares = (success * success + failure * failure) / 2;
  const double cubes = (success * success * success - failure * failure * failure) / 2;
  sums.second += (steps.up * steps.up + steps.down * steps.down) * squares;
  sums.third += (steps.up * steps.up * steps.up - steps.down * steps.down * steps.down) * cubes;
  return sums;
}

Interval skewed_interval(double estimate, const InfluenceSums& sums, double level) {
  if (!(level > 0 && level < 1)) throw std::invalid_argument("a level is not in (0, 1)");
  if (sums.count < 2) return {nan, nan};
  const double z = numeric::normal_quantile(0.5 + level / 2);
  const double n = static_cast<double>(sums.count);
  const double variance = sums.second * (n / (n - 1));
  const double event = sums.second > 0 && std::isfinite(sums.third) ? sums.third / sums.second : 0;
  const double centre = estimate + event * (z * z / 3 + 1.0 / 6);
  const double half = z * std::sqrt(variance + z * z * event * event / 4);
  return {centre - half, centre + half};
}

double rewards_of_one_size(const InfluenceSums& sums) {
  if (!(sums.second > 0)) return nan;
  const double event = sums.third / sums.second;
  return sums.second / (event * event);
}

}  // namespace replaybench::statistics

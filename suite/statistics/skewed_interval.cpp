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

RecordSteps steps_of(std::span<const double> coefficients) {
  numeric::ExactSum up, up_squares, down, down_squares;
  for (const double c : coefficients) {
    (c > 0 ? up : down).add(std::fabs(c));
    (c > 0 ? up_squares : down_squares).add(c * c);
  }
  const auto step = [](numeric::ExactSum& squares, numeric::ExactSum& sum) {
    return sum.value() > 0 ? squares.value() / sum.value() : 0;
  };
  return {step(up_squares, up), step(down_squares, down)};
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

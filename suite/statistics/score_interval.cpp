#include "suite/statistics/score_interval.hpp"

#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <stdexcept>

#include "suite/numeric/elementary.hpp"

namespace replaybench::statistics {

namespace {

void require_level(double level) {
  if (!(level > 0 && level < 1)) throw std::invalid_argument("a level is not in (0, 1)");
}

// The p-quantile of the gamma distribution with this mean (> 0) and variance (> 0).
double gamma_quantile(double mean, double variance, double p) {
  const double scale = variance / mean;
  const double shape = mean / scale;
  if (!(shape > 0)) return 0;  // the limit, where the shape is below the doubles
  return scale * boost::math::gamma_p_inv(shape, p);
}

}  // namespace

Interval score_interval(double mean, double size, double level) {
  require_level(level);
  if (!(mean >= 0 && mean <= 1)) throw std::invalid_argument("a mean is not in [0, 1]");
  if (!(size > 0)) throw std::invalid_argument("a size is not above 0");
  const double z = numeric::normal_quantile(0.5 + level / 2);
  const double z2 = z * z / size;
  const double centre = (mean + z2 / 2) / (1 + z2);
  const double half = z * std::sqrt(mean * (1 - mean) / size + z2 / (4 * size)) / (1 + z2);
  return {mean == 0 ? 0 : std::fmax(0, centre - half), mean == 1 ? 1 : std::fmin(1, centre + half)};
}

double effective_size(double mean, double variance, double most) {
  if (!(variance > 0) || !(mean > 0 && mean < 1)) return most;
  return std::fmin(most, mean * (1 - mean) / variance);
}

Interval gamma_interval(double sum, double variance, double largest_term, double level) {
  require_level(level);
  if (!(sum >= 0 && variance >= 0 && largest_term > 0) || std::isinf(sum) || std::isinf(variance) ||
      std::isinf(largest_term * largest_term)) {
    throw std::invalid_argument(
        "a sum, its variance or the square of its largest term is not a number from 0");
  }
  const double tail = (1 - level) / 2;
  const double low = sum > 0 && variance > 0 ? gamma_quantile(sum, variance, tail) : 0;
  const double high =
      gamma_quantile(sum + largest_term, variance + largest_term * largest_term, 1 - tail);
  return {low, high};
}

}  // namespace replaybench::statistics

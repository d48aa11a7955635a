#include "suite/statistics/proportion_interval.hpp"

#include <boost/math/special_functions/beta.hpp>
#include <stdexcept>

namespace replaybench::statistics {

Interval proportion_interval(double successes, double trials, double level) {
  if (!(trials > 0 && successes >= 0 && successes <= trials && level > 0 && level < 1)) {
    throw std::invalid_argument(
        "a proportion needs 0 <= successes <= trials, and a level in (0, 1)");
  }
  const double tail = (1 - level) / 2;
  const double failures = trials - successes;
  return {successes == 0 ? 0 : boost::math::ibeta_inv(successes, failures + 1, tail),
          failures == 0 ? 1 : boost::math::ibetac_inv(successes + 1, failures, tail)};
}

}  // namespace replaybench::statistics

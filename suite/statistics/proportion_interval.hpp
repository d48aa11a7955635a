#pragma once
// The exact interval of a probability from independent trials.

#include "suite/statistics/interval.hpp"

namespace replaybench::statistics {

/// The two-sided interval at `level` of a probability of which `successes` of `trials` independent
/// trials were seen. Its coverage is at least its level for every value of the probability:
/// 0 of n and n of n have an interval too. Source: C. J. Clopper and E. S. Pearson, "The use of
/// confidence or fiducial limits illustrated in the case of the binomial", Biometrika 26, 1934,
/// p. 404. Throws std::invalid_argument unless 0 <= successes <= trials, trials > 0 and level is in
/// (0, 1). O(1).
Interval proportion_interval(double successes, double trials, double level);

}  // namespace replaybench::statistics

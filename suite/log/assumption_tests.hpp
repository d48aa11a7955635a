#pragma once
// Is this log what replay assumes it to be? Tests of the assumptions, on the log itself.

#include <string>
#include <vector>

#include "suite/model/log.hpp"

namespace replaybench {

/// Result of a chi-square test.
struct ChiSquareTest {
  double statistic = 0;
  double degrees = 0;
  double p_value = 1;  ///< 1 when there is nothing to test
};

/// Were the actions taken uniformly from their pools?
///
/// Each pool with five expected records an action, wherever in the log it is offered, has a test of
/// its own: the counts of its K actions against n / K, K - 1 degrees of freedom. The statistics and
/// the degrees are added. (An action that is logged too often from one pool and too seldom from
/// another is seen, which the sums over all pools would hide. Added, not the smallest p-value
/// corrected for their number: a logging policy that is not uniform is so in all pools, a little in
/// each; and in one pool alone it still shows, unless little.) The records of the smaller pools
/// are one more test: an action's count against the sum of 1/K_t over the records that offered it,
/// with as many degrees as the statistic's mean. O(n + (pools + actions) K_t).
ChiSquareTest test_uniform_actions(const Log& log);

/// Do the actions depend on the features? For each feature that varies, the feature's mean by
/// action against its mean over all (Kruskal-Wallis form, on values); the smallest p-value,
/// multiplied by the number of features (Bonferroni), and the feature's index. Only for logs whose
/// pool never changes. O(n d).
struct FeatureTest {
  ChiSquareTest test;
  std::size_t feature = 0;
};
FeatureTest test_actions_ignore_features(const Log& log);

/// Did the logging policy stay the same? The actions' counts in the tenths of the log (fewer, so
/// that an action is expected five times in each where it can be) against their counts in all of
/// it, a chi-square test of homogeneity. Only for logs whose pool never changes; p is 1 where a
/// part would be too short. O(n).
ChiSquareTest test_stationary_actions(const Log& log);

/// Do the propensities fit the actions? Under right ones the mean of 1/(K_t p_t) is 1: how many
/// standard errors it is away. 0 when there are none, or they are all equal to 1/K_t.
double propensity_discrepancy(const Log& log);

/// True when every propensity is 1/K_t (to a relative 1e-4: logs round them).
bool propensities_are_uniform(const Log& log);

}  // namespace replaybench

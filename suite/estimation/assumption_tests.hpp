#pragma once
// Is this log what replay assumes it to be? Tests of the assumptions, on the log itself, which they read
// in blocks: memory does not grow with the records.

#include <cstddef>
#include <span>
#include <vector>

#include "suite/model/log_blocks.hpp"

namespace replaybench {

/// Significance level at which these tests become warnings and remarks: a log that keeps every
/// assumption gets a false one from each test with about this probability.
inline constexpr double assumption_test_level = 0.001;

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
ChiSquareTest test_uniform_actions(const LogBlocks& log);
inline ChiSquareTest test_uniform_actions(const Log& log) {
  return test_uniform_actions(LogInMemory(log));
}

/// Like the test above, for a log without pools, from the count of each action. O(actions).
ChiSquareTest test_uniform_counts(std::span<const double> counts);

/// Do the actions depend on the features? For each feature that varies, the feature's mean by
/// action against its mean over all (Kruskal-Wallis form, on values); the smallest p-value,
/// multiplied by the number of features (Bonferroni), and the feature's index. Only for logs whose
/// pool never changes. O(n d).
struct FeatureTest {
  ChiSquareTest test;
  std::size_t feature = 0;
};
FeatureTest test_actions_ignore_features(const LogBlocks& log);
inline FeatureTest test_actions_ignore_features(const Log& log) {
  return test_actions_ignore_features(LogInMemory(log));
}

/// Did the logging policy stay the same? The actions' counts in the tenths of the log (fewer, so
/// that an action is expected five times in each where it can be) against their counts in all of
/// it, a chi-square test of homogeneity. Only for logs whose pool never changes; p is 1 if a
/// part would be too short. O(n).
ChiSquareTest test_stationary_actions(const LogBlocks& log);
inline ChiSquareTest test_stationary_actions(const Log& log) {
  return test_stationary_actions(LogInMemory(log));
}

/// Are the actions of records near each other independent?
///
/// Counts the pairs of records 1, 2 and 3 apart that have the same action, against chance: sum
/// q_a^2, q_a the action's share. With propensities each such pair counts 1/p of its later record,
/// against 1: a logging policy that learns, or looks at the context, is then no dependence; the test
/// allows for the skewness of 1/p (P. Hall, "On the removal of skewness by transformation", 1992). A policy
/// that changes slowly has more pairs at every distance; dependence, as of the records of one
/// session, fades. So it is reported only where more than half of the excess is gone 100 records
/// apart. Only for logs whose pool never changes, of at least 50 records and two actions. O(n).
struct DependenceTest {
  std::size_t lag =
      0;  ///< the smallest significant lag, otherwise the lag with the smallest p-value; 0 means none
  double ratio = 1;    ///< pairs with the same action, as a multiple of chance
  double p_value = 1;  ///< two-sided, times 3 (Bonferroni)
};
DependenceTest test_independent_actions(const LogBlocks& log);
inline DependenceTest test_independent_actions(const Log& log) {
  return test_independent_actions(LogInMemory(log));
}

/// Do the propensities fit the actions? Under right ones the mean of 1/(K_t p_t) is 1, and the sum of
/// 1/p_t over the records of an action is, in expectation, the number of records that offered it.
/// The second is tested of every action with 30 effective records; it sees propensities that stand
/// at the wrong records, which leave the mean as it is. Of estimated propensities both exceed 1 by the
/// model's variance, some parameters / records, of which twice as much is allowed.
struct PropensityFit {
  double mean = 1;  ///< of 1/(K_t p_t); 1 without propensities
  double z =
      0;  ///< standard errors from 1; NaN if all are equal, because then there is no randomness
  Action action = 0;  ///< whose sum of 1/p is the furthest from its expectation, in standard errors
  double inverse = 1;   ///< that sum, over the number of records that offered the action
  double action_p = 1;  ///< its p-value, two-sided, times the number of actions tested (Bonferroni)
  bool mean_fits =
      true;  ///< within 4 standard errors, more below 1; where all are equal within 1e-4, or that may be chance
  bool fits = true;  ///< the mean does, and no action rejects at `assumption_test_level`
};
/// The sum of 1/p over the records of one action.
struct ActionFit {
  double inverse = 1;  ///< the sum over the number of records that offered the action
  double z = 0;        ///< its distance from 1 in standard errors; NaN below 30 effective records
};
/// ActionFit of each action, in their order; none without propensities. O(n + pools K).
std::vector<ActionFit> fit_by_action(const LogBlocks& log);

/// The records of one action.
struct InverseSums {
  double inverse = 0;  ///< sum of 1/p
  double squares = 0;  ///< sum of 1/p^2
  double offered = 0;  ///< the records that offered the action
};
/// True if all of so few ratios may have the same value by chance, though their expectation is 1: a value `ratio` above 1
/// has a probability of 1 / `ratio` at most (Markov's inequality), all of them at most that to the power of their
/// number, which is compared with `assumption_test_level`. Below 1 there is no such bound, and the mirrored one is a rule of
/// thumb.
bool may_be_equal_by_chance(double ratio, double count);

/// The test from its sums: the mean of 1/(K p), its standard error (NaN or 0 where all are equal), and those of each
/// action; `excess`: of the mean, allowed for a model that estimates the propensities. O(actions).
PropensityFit propensity_fit(double mean, double standard_error,
                             std::span<const InverseSums> actions, double excess = 0);

/// Allowed distance from 1 of a mean weight that rests on so many effective records: twice what
/// estimating the propensities adds (E[p/q] - 1 of a fitted model q of p is some parameters / records).
inline double estimated_excess(double parameters, double effective) {
  return 2 * parameters / effective;
}

/// `parameters`: of the model that estimates the propensities, 0 if they are given. O(n + pools K).
PropensityFit test_propensities(const LogBlocks& log, double parameters = 0);
inline PropensityFit test_propensities(const Log& log) {
  return test_propensities(LogInMemory(log));
}

/// True if the pool of available actions differs between records; a log may store one and the
/// same pool for all. O(1).
inline bool pools_vary(const Log& log) { return log.has_pools() && log.pool_table.size() > 1; }
inline bool pools_vary(const LogBlocks& log) {
  return log.has_pools() && log.header().pool_table.size() > 1;
}

/// Relative distances from 1/K of propensities that are taken as uniform: of each, and of a single number, which may be rounded.
inline constexpr double uniform_tolerance = 1e-4, rounded_uniform_tolerance = 0.1;

/// True if all propensities are 1/K_t, within uniform_tolerance, or rounded_uniform_tolerance if they are one number. O(n).
bool propensities_are_uniform(const LogBlocks& log);
inline bool propensities_are_uniform(const Log& log) {
  return propensities_are_uniform(LogInMemory(log));
}

}  // namespace replaybench

#include "suite/offpolicy/policy_pass.hpp"

#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

TEST_CASE("policy pass: an action without records is known by its number, not its place") {
  // Actions 0 and 2 were never logged. Action 2 is in second place of both pools, where the policy
  // has 0.25.
  Log log = plain_log(4, {1, 3, 1}, {1, 0, 1});
  const auto low = log.pool_table.intern({1, 2});
  const auto high = log.pool_table.intern({1, 3});
  log.pools = {low, high, low};
  log.propensities = {0.5, 0.5, 0.5};
  const LogDataset dataset(std::move(log));
  Trial trial = trial_of(dataset, Agent(Stochastic{{0.75, 0.25}}));
  const std::vector<double> candidates{0};
  const auto pass = offpolicy::pass_over("ips", trial, offpolicy::estimators::importance_sampling,
                                         {}, candidates);
  CHECK(pass.unsupported == Approx(2 * 0.25 / 3).epsilon(1e-15));
  CHECK(pass.weights == std::vector<double>{1.5, 0.5, 1.5});
}

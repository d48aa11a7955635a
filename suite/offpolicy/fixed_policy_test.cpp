#include "suite/offpolicy/fixed_policy.hpp"

#include "suite/statistics/intervals.hpp"
#include "suite/stream/word_stream.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

TEST_CASE("fixed policy: the bootstrap by plain loops, with draws that no fold has") {
  // Stream 1 of the policy's key is that of the folds.
  Log log = plain_log(2, {}, {});
  for (std::size_t t = 0; t < 40; ++t) {
    Draws draws({883}, t);
    log.actions.push_back(draws.below(2));
    log.rewards.push_back(draws.uniform());
    log.propensities.push_back(0.5);
  }
  const LogDataset dataset(log);
  Trial trial = trial_of(dataset, Agent(Stochastic{{0.25, 0.75}}));
  std::vector<double> means;
  for (std::uint64_t b = 0; b < 200; ++b) {
    WordStream words(replicate_key(trial.policy_stream(), 2), b);
    double sum = 0;
    for (int i = 0; i < 40; ++i) {
      const std::uint32_t drawn = words.below(40);
      sum += (log.actions[drawn] == 0 ? 0.5 : 1.5) * log.rewards[drawn];
    }
    means.push_back(sum / 40);
  }
  const auto expected = statistics::percentile_interval(means, 0.95);
  offpolicy::FixedPolicyOptions options;
  options.interval.kind = offpolicy::IntervalKind::bootstrap;
  options.interval.resamples = 200;
  const offpolicy::FixedPolicy ips("ips", offpolicy::estimators::importance_sampling, options);
  const auto row = rows_of(ips, trial)[0];
  CHECK(value_of(ips.schema(), row, Role::interval_low) == Approx(expected.low).epsilon(1e-12));
  CHECK(value_of(ips.schema(), row, Role::interval_high) == Approx(expected.high).epsilon(1e-12));
}

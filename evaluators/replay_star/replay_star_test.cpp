#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

TEST_CASE("replay_star: a log by hand") {
  Log log = plain_log(2, {0, 1, 0, 0}, {1, 1, 0, 1});
  log.propensities = {0.5, 0.5, 0.25, 0.8};
  const LogDataset dataset(std::move(log));
  const Trial trial = trial_of(dataset, Agent(Always{0}));
  const auto row = rows_of("replay_star", trial)[0];
  CHECK(row.step == 4);
  CHECK(row.values[0] == 1);  // 2 (1 + 1) / 4: the four terms are 2, 0, 0, 2
  CHECK(row.values[1] == Approx(std::sqrt(4.0 / 3 / 4)));
  CHECK(row.values[2] == 3);
  CHECK(row.values[3] == 4);
  CHECK(row.values[4] == 4);
  CHECK(value_of("replay_star{weights=\"propensity\"}", "estimate", trial) ==
        Approx((2 + 1.25) / 4));
  CHECK(value_of("replay_star{weights=\"propensity\", clip=1}", "estimate", trial) == Approx(0.5));
}

TEST_CASE("replay_star: nothing accepted, one record, pools") {
  const LogDataset dataset(plain_log(3, {0}, {1}));
  const auto none = rows_of("replay_star", trial_of(dataset, Agent(Always{2})))[0].values;
  CHECK(none[0] == 0);
  CHECK(std::isnan(none[1]));

  Log log = plain_log(3, {0, 0, 1}, {1, 1, 1});
  const auto small = log.pool_table.intern({0, 1});
  const auto large = log.pool_table.intern({0, 1, 2});
  log.pools = {small, large, large};
  const LogDataset pools(std::move(log));
  const Trial trial = trial_of(pools, Agent(Always{0}));
  CHECK_THROWS_AS(rows_of("replay_star", trial), NotApplicable);
  CHECK(value_of("replay_star{weights=\"pool_size\"}", "estimate", trial) == Approx(5.0 / 3));
  CHECK_THROWS_AS(rows_of("replay_star{weights=\"propensity\"}", trial), NotApplicable);
}

TEST_CASE("replay_star: unbiased with theorem 7's variance, real-valued rewards") {
  // K = 5, T = 10, g = 2, variance 9/4: (K/T) Var + ((K-1)/T) g^2 = 2.725.
  const auto dataset = dataset_of("gaussian_arms{arms=5, means=[2], standard_deviation=1.5}");
  const auto estimates = estimates_of("replay_star", *dataset, Agent(Always{2}), 10, 40'000);
  require_near(estimates.mean, 2, estimates.standard_error());
  // A sum of ten heavy-tailed terms: its kurtosis is below 6, so the variance's relative error is
  // below sqrt(5 / 40,000).
  require_near(estimates.variance(), 2.725, 2.725 * std::sqrt(5.0 / 40'000));
}

TEST_CASE("replay_star: its standard error is the root of theorem 7's variance") {
  const auto dataset = dataset_of("bernoulli_arms{arms=5, means=[0.3]}");
  const double truth = std::sqrt((5 * 0.3 * 0.7 + 4 * 0.09) / 100'000);
  CHECK(value_of("replay_star", "standard_error", trial_of(*dataset, Agent(Always{1}), 100'000)) ==
        Approx(truth).epsilon(0.02));
}

TEST_CASE("replay_star: propensities make up for a skewed log, clipping takes some away") {
  // K = 2, distribution (.1, .9), always action 0, mean .6. Clipped at .25: bias -.6 (1 - .1/.25) =
  // -.36.
  const auto dataset = dataset_of("bernoulli_arms{means=[0.6, 0.2]}");
  const Agent logging(Stochastic{{0.1, 0.9}});
  const auto mean = [&](const std::string& text, double truth) {
    const auto estimates = estimates_of(text, *dataset, Agent(Always{0}), 20, 20'000, logging);
    require_near(estimates.mean, truth, estimates.standard_error());
  };
  mean("replay_star{weights=\"propensity\"}", 0.6);
  mean("replay_star{weights=\"propensity\", clip=0.25}", 0.24);
  mean("replay_star", 2 * 0.1 * 0.6);
}

TEST_CASE("replay_star: a changing pool has no bias with weights = pool_size") {
  const auto dataset = dataset_of("pool_segments");
  const auto estimates =
      estimates_of("replay_star{weights=\"pool_size\"}", *dataset, Agent(Always{0}), 100, 40'000);
  require_near(estimates.mean, 0.175, estimates.standard_error());
}

TEST_CASE("replay_star: theorem 10's alternating algorithm") {
  // A cycle is 10 + 10/9 records, so the propensity-weighted estimate tends to (10 + 20/9) /
  // (100/9) = 1.1, and with w = 1 (here K = 2) to K 3 / (100/9) = 0.54, where the truth is 1.5.
  const auto dataset = dataset_of("gaussian_arms{means=[1, 2], standard_deviation=0}");
  const Agent logging(Stochastic{{0.1, 0.9}});
  constexpr int records = 200'000;
  const Trial trial = trial_of(*dataset, Agent(Alternating{}), records, 0, logging);
  // The number of cycles has relative deviation sqrt(Var(cycle) / (records * mean cycle)).
  const double relative = std::sqrt((90 + 10.0 / 81) / (records * 100.0 / 9));
  require_near(value_of("replay_star{weights=\"propensity\"}", "estimate", trial), 1.1,
               1.1 * relative);
  require_near(value_of("replay_star", "estimate", trial), 0.54, 0.54 * relative);
}

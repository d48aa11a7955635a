// If the pool of actions changes, the BRED family replays as many interactions as the log has
// records, and its acceptance is relative to that.

#include <cmath>

#include "suite/estimation/expansion.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

// 8 actions; pools of 1 to 8 of them, each for `stay` records; actions uniform in the pool.
Log pooled_log(std::size_t records, std::size_t stay) {
  Log log;
  log.action_count = 8;
  for (std::size_t i = 0; i < records; ++i) {
    Draws zone({91}, i / stay);
    std::vector<Action> pool;
    const Action size = 1 + zone.below(8);
    const Action first = zone.below(8);
    for (Action a = 0; a < size; ++a) pool.push_back((first + a) % 8);
    std::sort(pool.begin(), pool.end());
    Draws draws({92}, i);
    const Action action = pool[draws.below(size)];
    log.pools.push_back(log.pool_table.intern(pool));
    log.actions.push_back(action);
    log.rewards.push_back(draws.uniform() < 0.1 * (1 + action) ? 1 : 0);
  }
  return log;
}

}  // namespace

TEST_CASE("expansion: the harmonic mean of the pools' sizes") {
  Log log = plain_log(3, {0, 0, 0, 0}, {0, 0, 0, 0});
  CHECK(estimation::mean_pool_size(log) == 3);
  CHECK(estimation::expanded_size(log, 0) == 12);
  CHECK(estimation::expanded_size(log, 2.25) == 9);
  CHECK(estimation::expanded_size(log, 0, 0.5) == 6);
  CHECK_THROWS_AS(estimation::expanded_size(log, 0.3), NotApplicable);
  CHECK_THROWS_AS(estimation::expanded_size(log, 0, 0.3), NotApplicable);
  const auto one = log.pool_table.intern({0});
  const auto three = log.pool_table.intern({0, 1, 2});
  log.pools = {three, one, one, three};
  // 4 / (1/3 + 1 + 1 + 1/3) = 1.5
  CHECK(estimation::mean_pool_size(log) == Approx(1.5).epsilon(1e-15));
  CHECK(estimation::mean_pool_size(log, 1, 2) == 1);
  CHECK(estimation::mean_pool_size(log, 2, 2) == Approx(1.5).epsilon(1e-15));
  CHECK(estimation::expanded_size(log, 0) == 6);
  // 4 / (1/3 + 1/3 + 1 + 1/3) = 2; of three records 9/5, so that E T = 5.4 is rounded.
  log.pools = {three, three, one, three};
  CHECK(estimation::expanded_size(log, 0) == 8);
  CHECK(estimation::expanded_size(log.range(0, 3), 0) == 5);
  CHECK(estimation::mean_pool_size(plain_log(7, {}, {})) == 7);
}

TEST_CASE("bred family: pools that change, as many interactions as records") {
  constexpr std::size_t records = 4'000;
  const Agent uniform(Stochastic{});
  for (const std::size_t stay : {std::size_t{1}, std::size_t{250}}) {
    const LogDataset dataset(pooled_log(records, stay));
    for (const std::string text :
         {"bred{resamples=5}", "s_bred{resamples=5}", "t_bred{resamples=5}",
          "t_bred{resamples=5, drawing=\"shuffled_copies\"}",
          "t_bred_inf{resamples=5, additional_expansion=1}",
          "time_series_bred{width=0, resamples=5}", "time_series_bred{width=5, resamples=5}",
          "time_series_bred{width=300, resamples=5}", "time_series_bred{width=1e6, resamples=5}",
          "windowed_bred{windows=3, resamples=5}", "windowed_bred{cut=\"pools\", resamples=5}"}) {
      INFO(text << ", pools stay " << stay);
      const Trial trial = trial_of(dataset, uniform);
      // Five passes of about 4,000 +- 55, so 25; and one log's actions.
      CHECK(value_of(text, "accepted", trial) == Approx(4'000).margin(150));
      CHECK(value_of(text, "acceptance", trial) == Approx(1).margin(0.04));
    }
    const Trial trial = trial_of(dataset, uniform);
    CHECK(value_of("red", "acceptance", trial) == Approx(1).margin(0.04));
    CHECK(value_of("static_bred{expansion=3}", "acceptance", trial) == Approx(1).margin(0.04));
    // A learning algorithm too: its choices have the pools' probabilities on average.
    const Agent ucb = testing::make_agent("ucb", *dataset.log());
    CHECK(value_of("s_bred{resamples=3}", "accepted", trial_of(dataset, ucb)) ==
          Approx(4'000).epsilon(0.1));
  }
}

TEST_CASE("bred family: a pool that is always the whole is no pool") {
  const Log pooled = pooled_log(200, 1);
  Log plain = plain_log(8, pooled.actions, pooled.rewards);
  Log whole = plain;
  whole.pools.assign(200, whole.pool_table.intern({0, 1, 2, 3, 4, 5, 6, 7}));
  const LogDataset with(whole);
  const LogDataset without(plain);
  for (const std::string text :
       {"bred{resamples=3}", "s_bred{resamples=3}", "t_bred{resamples=3}",
        "t_bred_inf{resamples=3, additional_expansion=1.5}", "windowed_bred{resamples=3}",
        "time_series_bred{width=7, resamples=3}", "time_series_bred{width=700, resamples=3}",
        "time_series_bred{width=0, resamples=3, expansion=3}"}) {
    INFO(text);
    const auto evaluator = evaluator_of(text);
    const auto ours = rows_of(*evaluator, trial_of(with, Agent(Stochastic{})));
    const auto theirs = rows_of(*evaluator, trial_of(without, Agent(Stochastic{})));
    REQUIRE(ours.size() == theirs.size());
    for (std::size_t i = 0; i < ours[0].values.size(); ++i) {
      INFO(evaluator->columns()[i]);
      const double value = ours[0].values[i];
      if (std::isnan(value) && std::isnan(theirs[0].values[i])) continue;
      CHECK(value == Approx(theirs[0].values[i]).epsilon(1e-12));
    }
    for (const char* exact : {"estimate", "accepted", "records"}) {
      CHECK(value_of(evaluator->schema(), ours[0], exact) ==
            value_of(evaluator->schema(), theirs[0], exact));
    }
  }
}

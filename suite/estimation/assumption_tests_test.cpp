#include "suite/estimation/assumption_tests.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

// n records over K actions; `skew` is the probability of action 0 on top of the uniform choice.
Log make_log(std::size_t n, Action actions, double skew, bool follow_feature, std::uint64_t key) {
  Log log;
  log.action_count = actions;
  log.dimension = 2;
  for (std::size_t i = 0; i < n; ++i) {
    Draws draws(StreamKey{key}, i);
    const double feature = draws.normal();
    Action action = draws.below(actions);
    if (draws.uniform() < skew) action = 0;
    if (follow_feature && draws.uniform() < 0.2) action = feature > 0 ? 0 : 1;
    log.contexts.insert(log.contexts.end(), {feature, 1.0});
    log.actions.push_back(action);
    log.rewards.push_back(0);
  }
  return log;
}

}  // namespace

TEST_CASE("the uniformity test keeps its level and has power") {
  // 400 uniform logs: the number of p-values below 0.05 is Bin(400, 0.05), 20 +- 4.4; 4 standard
  // deviations.
  int below = 0;
  for (std::uint64_t key = 0; key < 400; ++key) {
    below += test_uniform_actions(make_log(1000, 10, 0, false, key)).p_value < 0.05;
  }
  REQUIRE(below > 2);
  REQUIRE(below < 38);
  REQUIRE(test_uniform_actions(make_log(10'000, 10, 0.05, false, 1)).p_value < 1e-6);
}

TEST_CASE("the uniformity test knows pools") {
  Log log;
  log.action_count = 4;
  const auto small = log.pool_table.intern({0, 1});
  const auto large = log.pool_table.intern({0, 1, 2, 3});
  for (std::size_t i = 0; i < 4000; ++i) {
    Draws draws(StreamKey{9}, i);
    const bool half = i < 2000;
    log.pools.push_back(half ? small : large);
    log.actions.push_back(draws.below(half ? 2 : 4));
    log.rewards.push_back(0);
  }
  // Actions 0 and 1 were taken three times as often as 2 and 3, and rightly so.
  REQUIRE(test_uniform_actions(log).p_value > 0.01);
  log.pools.clear();
  REQUIRE(test_uniform_actions(log).p_value < 1e-12);
}

namespace {

// n records; the pool of record i is pool_of(i), the action `take(pool, draws)`.
template <class PoolOf, class Take>
Log pooled_log(std::size_t n, Action actions, std::uint64_t key, PoolOf pool_of, Take take) {
  Log log;
  log.action_count = actions;
  for (std::size_t i = 0; i < n; ++i) {
    Draws draws(StreamKey{key}, i);
    const std::vector<Action> pool = pool_of(i, draws);
    log.pools.push_back(log.pool_table.intern(pool));
    log.actions.push_back(take(pool, draws));
    log.rewards.push_back(0);
  }
  return log;
}

Action uniformly(const std::vector<Action>& pool, Draws& draws) {
  return pool[draws.below(static_cast<std::uint32_t>(pool.size()))];
}

}  // namespace

TEST_CASE("the uniformity test of pools, by hand") {
  // Pool {0, 1}: 8 and 12 of 20, chi-square (4 + 4) / 10 on 1 degree. Pool {1, 2, 3}: 5, 5 and 5.
  Log log;
  log.action_count = 4;
  const auto small = log.pool_table.intern({0, 1});
  const auto large = log.pool_table.intern({1, 2, 3});
  const auto add = [&](std::uint32_t pool, Action action, std::size_t times) {
    log.pools.insert(log.pools.end(), times, pool);
    log.actions.insert(log.actions.end(), times, action);
    log.rewards.resize(log.actions.size());
  };
  add(small, 0, 8);
  add(large, 1, 5);
  add(large, 2, 5);
  add(small, 1, 12);
  add(large, 3, 5);
  const ChiSquareTest both = test_uniform_actions(log);
  CHECK(both.statistic == Approx(0.8));
  CHECK(both.degrees == 3);
  // Two pools with 4 expected records an action have no test of their own. Of their sums only
  // action 0 has 5, namely 8: (10 - 8)^2 / 8, with half a degree, for the variance of a coin is
  // half its mean.
  add(log.pool_table.intern({0, 3}), 0, 6);
  add(log.pool_table.intern({0, 3}), 3, 2);
  add(log.pool_table.intern({0, 2}), 0, 4);
  add(log.pool_table.intern({0, 2}), 2, 4);
  const ChiSquareTest with_rare = test_uniform_actions(log);
  CHECK(with_rare.statistic == Approx(1.3));
  CHECK(with_rare.degrees == Approx(3.5));
}

TEST_CASE("the uniformity test keeps its level with pools, rare ones too") {
  // As above: below 0.05, Bin(400, 0.05). The pools of 6 of 12 actions change at every third
  // record, so that most of the 924 are rare; four of them come back all the time.
  int below = 0;
  for (std::uint64_t key = 0; key < 400; ++key) {
    const auto pool_of = [&](std::size_t i, Draws&) {
      Draws draws(StreamKey{key % 7 + 1000}, i / 3 % 2 == 0 ? i / 3 % 8 : i / 3);
      std::vector<Action> pool;
      for (Action a = 0; a < 12; ++a) {
        if (draws.below(12 - a) < 6 - pool.size()) pool.push_back(a);
      }
      return pool;
    };
    below += test_uniform_actions(pooled_log(1000, 12, key, pool_of, uniformly)).p_value < 0.05;
  }
  CHECK(below > 2);
  CHECK(below < 38);
}

TEST_CASE("the uniformity test sees what pools hide from the sums over all") {
  // Each action is logged too often from one pool, as much too seldom from the other.
  const auto pool_of = [](std::size_t i, Draws&) {
    return i % 400 < 200 ? std::vector<Action>{0, 1, 2} : std::vector<Action>{0, 1, 3};
  };
  const auto take = [](const std::vector<Action>& pool, Draws& draws) {
    if (draws.uniform() < 0.1) return pool[2] == 2 ? Action{0} : Action{1};
    return uniformly(pool, draws);
  };
  const Log log = pooled_log(10'000, 4, 3, pool_of, take);
  CHECK(test_uniform_actions(log).p_value < 1e-12);
  // Fifty pools, a little in each: 5% of the records log the pool's first action.
  const auto many = [](std::size_t i, Draws&) {
    const auto first = static_cast<Action>(i / 1000);
    return std::vector<Action>{first, first + 1, first + 2, first + 3};
  };
  const auto little = [](const std::vector<Action>& pool, Draws& draws) {
    return draws.uniform() < 0.05 ? pool[0] : uniformly(pool, draws);
  };
  CHECK(test_uniform_actions(pooled_log(50'000, 60, 4, many, little)).p_value < 1e-6);
  CHECK(test_uniform_actions(pooled_log(50'000, 60, 4, many, uniformly)).p_value > 0.01);
}

TEST_CASE("the stationarity test keeps its level and sees a policy that changed") {
  int below = 0;
  for (std::uint64_t key = 0; key < 400; ++key) {
    below += test_stationary_actions(make_log(1000, 10, 0.2, false, key)).p_value < 0.05;
  }
  REQUIRE(below > 2);
  REQUIRE(below < 38);
  Log log = make_log(2'000, 5, 0, false, 3);
  const Log later = make_log(2'000, 5, 0.3, false, 4);
  log.actions.insert(log.actions.end(), later.actions.begin(), later.actions.end());
  REQUIRE(test_stationary_actions(log).p_value < 1e-6);
  // By hand: 15 of each action, so three parts of 10, with 10, 0, 5 of action 0; 5 are expected of
  // each action in each part: (25 + 25 + 0) / 5, twice.
  Log small;
  small.action_count = 2;
  for (int i = 0; i < 30; ++i) small.actions.push_back(i < 10 || i >= 25 ? 0 : 1);
  const ChiSquareTest test = test_stationary_actions(small);
  REQUIRE(test.degrees == 2);
  REQUIRE(test.statistic == Approx(20));
  small.actions.assign(9, 0);
  REQUIRE(test_stationary_actions(small).p_value == 1);
}

TEST_CASE("actions that follow a feature are found out") {
  REQUIRE(test_actions_ignore_features(make_log(5000, 5, 0, false, 3)).test.p_value > 0.01);
  const auto found = test_actions_ignore_features(make_log(5000, 5, 0, true, 3));
  REQUIRE(found.test.p_value < 1e-9);
  REQUIRE(found.feature == 0);
}

TEST_CASE("the feature test allows for the number of features that it looks at") {
  const Log one = make_log(5000, 5, 0, true, 3);
  const double p_value = test_actions_ignore_features(one).test.p_value;
  // The feature stands among others without information; one of them is constant.
  Log many = one;
  many.dimension = 9;
  many.contexts.clear();
  for (std::size_t i = 0; i < one.size(); ++i) {
    Draws draws(StreamKey{8}, i);
    for (std::size_t j = 0; j < 7; ++j) many.contexts.push_back(draws.normal());
    many.contexts.push_back(1.0);
    many.contexts.push_back(one.contexts[2 * i]);
  }
  const auto found = test_actions_ignore_features(many);
  REQUIRE(found.feature == 8);
  REQUIRE(found.test.p_value == Approx(8 * p_value).epsilon(1e-12));
  // Forty features that say nothing: the smallest of their p-values is small, and says nothing.
  Log silent = make_log(2000, 5, 0, false, 4);
  silent.dimension = 40;
  silent.contexts.clear();
  for (std::size_t i = 0; i < 40 * silent.size(); ++i) {
    silent.contexts.push_back(Draws(StreamKey{9}, i).normal());
  }
  REQUIRE(test_actions_ignore_features(silent).test.p_value > 0.05);
}

TEST_CASE("propensities that do not fit the actions are found out") {
  Log log = make_log(20'000, 4, 0.5, false, 5);
  log.propensities.assign(log.size(), 0);
  for (std::size_t i = 0; i < log.size(); ++i) {
    log.propensities[i] = log.actions[i] == 0 ? 0.5 + 0.125 : 0.125;
  }
  REQUIRE(test_propensities(log).fits);
  REQUIRE(std::abs(test_propensities(log).z) < 4);
  REQUIRE_FALSE(propensities_are_uniform(log));
  for (auto& p : log.propensities) p = p > 0.5 ? 0.4 : 0.2;
  REQUIRE(std::abs(test_propensities(log).z) > 10);
  REQUIRE_FALSE(test_propensities(log).fits);
  log.propensities.assign(log.size(), 0.25);
  REQUIRE(propensities_are_uniform(log));
  REQUIRE(test_propensities(log).mean == 1);
  REQUIRE_FALSE(test_propensities(log).fits);  // action 0 has five eighths of the records
  // As a log writes 1/4, and 1/3 of three actions.
  log.propensities.assign(log.size(), 0.24);
  REQUIRE(propensities_are_uniform(log));
  log.propensities.back() = 0.25;
  REQUIRE_FALSE(propensities_are_uniform(log));
  log.action_count = 3;
  log.propensities.assign(log.size(), 0.33);
  REQUIRE(propensities_are_uniform(log));
  log.action_count = 4;
  REQUIRE_FALSE(propensities_are_uniform(log));
  // All equal and wrong: no spread to divide by.
  log.propensities.assign(log.size(), 0.9);
  const PropensityFit wrong = test_propensities(log);
  REQUIRE_FALSE(wrong.fits);
  REQUIRE(wrong.mean == Approx(1 / 3.6));
  REQUIRE(std::isnan(wrong.z));
}

TEST_CASE("propensities of another record are found out by action, and right ones keep the level") {
  // 34 actions of very different shares, in two contexts.
  constexpr Action actions = 34;
  const auto probability = [](Action a, bool context) {
    const double rank = a + 1;
    return context ? 2 * rank / (actions * (actions + 1)) : 1.0 / actions;
  };
  int rejected = 0;
  for (std::uint64_t replicate = 0; replicate < 400; ++replicate) {
    Log log;
    log.action_count = actions;
    for (std::size_t i = 0; i < 10'000; ++i) {
      Draws draws({7'000 + replicate}, i);
      const bool context = draws.below(2) == 1;
      double u = draws.uniform();
      Action a = 0;
      while (a + 1 < actions && (u -= probability(a, context)) >= 0) ++a;
      log.actions.push_back(a);
      log.rewards.push_back(0);
      log.propensities.push_back(probability(a, context));
    }
    rejected += test_propensities(log).action_p < 0.05;
    if (replicate > 0) continue;
    CHECK(test_propensities(log).fits);
    std::rotate(log.propensities.begin(), log.propensities.begin() + 1, log.propensities.end());
    const PropensityFit shifted = test_propensities(log);
    CHECK(std::abs(shifted.z) < 4);  // the mean sees nothing
    CHECK(shifted.action_p < 1e-6);
    CHECK_FALSE(shifted.fits);
  }
  CHECK(rejected <= 400 * 0.05 + 4 * std::sqrt(400 * 0.05 * 0.95));
}

TEST_CASE("right propensities with rare actions keep the level (400 logs)") {
  // A softmax of normal scores: 1/p has a heavy tail, and most samples lack its largest values.
  int dependent = 0, misfit = 0;
  for (std::uint64_t replicate = 0; replicate < 400; ++replicate) {
    Log log;
    log.action_count = 4;
    for (std::size_t i = 0; i < 1'000; ++i) {
      Draws draws({9'100 + replicate}, i);
      std::array<double, 4> p;
      for (double& value : p) value = std::exp(1.5 * draws.normal());
      const double sum = std::accumulate(p.begin(), p.end(), 0.0);
      for (double& value : p) value /= sum;
      double u = draws.uniform();
      Action a = 0;
      while (a < 3 && (u -= p[a]) >= 0) ++a;
      log.actions.push_back(a);
      log.rewards.push_back(0);
      log.propensities.push_back(p[a]);
    }
    dependent += test_independent_actions(log).p_value < 0.001;
    misfit += !test_propensities(log).fits;
  }
  // Standard errors that the missing values make too small reject some 20 of them in each test.
  CHECK(dependent <= 8);
  CHECK(misfit <= 8);
}

TEST_CASE("right propensities of a small log fit: no action has enough records to be tested") {
  Log log;
  log.action_count = 4;
  for (std::size_t i = 0; i < 40; ++i) {
    const Action action = i % 10 < 4 ? 0 : i % 10 < 7 ? 1 : i % 10 < 9 ? 2 : 3;
    log.actions.push_back(action);
    log.rewards.push_back(0);
    log.propensities.push_back(0.4 - 0.1 * action);
  }
  CHECK(test_propensities(log).action_p == 1);
  CHECK(test_propensities(log).fits);
}

TEST_CASE("the test of independence takes a logger with known propensities as it is") {
  // A logger that repeats the better action of the last record's context, with right propensities.
  Log log;
  log.action_count = 4;
  for (std::size_t i = 0; i < 4'000; ++i) {
    Draws draws({881}, i);
    const Action before = i == 0 ? 0 : log.actions.back();
    const bool again = draws.uniform() < 0.4;
    const Action action = again ? before : draws.below(4);
    log.actions.push_back(action);
    log.rewards.push_back(0);
    log.propensities.push_back(0.6 * 0.25 + (action == before ? 0.4 : 0));
  }
  CHECK(test_independent_actions(log).p_value > 0.001);
  // As propensities of each action alone, they are wrong in the same way as a session's.
  log.propensities.assign(log.size(), 0.25);
  CHECK(test_independent_actions(log).p_value < 1e-9);
  CHECK(test_independent_actions(log).ratio > 1.5);
}

TEST_CASE("a logger that takes actions in turn shows too few equal neighbours") {
  for (const Action actions : {2u, 3u, 5u, 10u}) {
    for (const bool given : {false, true}) {
      Log log;
      log.action_count = actions;
      for (std::size_t i = 0; i < 200; ++i) {
        log.actions.push_back(static_cast<Action>(i % actions));
        log.rewards.push_back(0);
        if (given) log.propensities.push_back(1.0 / actions);
      }
      const DependenceTest found = test_independent_actions(log);
      CAPTURE(actions, given);
      CHECK(found.p_value < 0.001);
      CHECK(found.lag == 1);
      CHECK(found.ratio == 0);
    }
  }
}

TEST_CASE("one pool for all records is no changing pool") {
  Log log = make_log(4000, 4, 0.3, true, 5);
  const ChiSquareTest without = test_stationary_actions(log);
  const FeatureTest feature = test_actions_ignore_features(log);
  const auto all = log.pool_table.intern({0, 1, 2, 3});
  log.pools.assign(log.size(), all);
  REQUIRE(log.has_pools());
  REQUIRE_FALSE(pools_vary(log));
  REQUIRE(test_stationary_actions(log).p_value == without.p_value);
  REQUIRE(test_actions_ignore_features(log).test.p_value == feature.test.p_value);
  log.pool_table.intern({0, 1});
  REQUIRE(pools_vary(log));
  REQUIRE(test_stationary_actions(log).p_value == 1);
}

TEST_CASE("records of a session are not independent; a slow change is another thing") {
  // Each action is repeated with probability 0.3.
  Log sessions = make_log(4000, 10, 0, false, 6);
  for (std::size_t i = 1; i < sessions.size(); ++i) {
    Draws draws({611}, i);
    if (draws.uniform() < 0.3) sessions.actions[i] = sessions.actions[i - 1];
  }
  const DependenceTest found = test_independent_actions(sessions);
  REQUIRE(found.p_value < 1e-9);
  REQUIRE(found.lag == 1);
  REQUIRE(found.ratio == Approx(10 * (0.3 + 0.7 / 10)).epsilon(0.1));
  // Independent records, and records sorted by action: the latter at every distance.
  REQUIRE(test_independent_actions(make_log(4000, 10, 0.3, false, 7)).p_value > 0.001);
  Log sorted = make_log(4000, 4, 0, false, 8);
  std::sort(sorted.actions.begin(), sorted.actions.end());
  REQUIRE(test_independent_actions(sorted).p_value > 0.001);
  REQUIRE(test_stationary_actions(sorted).p_value < 1e-9);
}

TEST_CASE("the test of independence keeps its level (2,000 logs)") {
  int rejected = 0;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    rejected += test_independent_actions(make_log(300, 5, 0.2, false, 1000 + i)).p_value < 0.05;
  }
  REQUIRE(rejected <= 2000 * 0.05 + 4 * std::sqrt(2000 * 0.05 * 0.95));
}

TEST_CASE("a log whose features never vary raises no doubt about them") {
  Log log = make_log(500, 5, 0.5, false, 3);
  log.contexts.assign(log.contexts.size(), 1.0);
  REQUIRE(test_actions_ignore_features(log).test.p_value == 1);
  log.dimension = 0;
  log.contexts.clear();
  REQUIRE(test_actions_ignore_features(log).test.p_value == 1);
}

TEST_CASE("the uniformity test takes 100,000 actions") {
  const Log uniform = make_log(400'000, 100'000, 0, false, 4);
  REQUIRE(test_uniform_actions(uniform).p_value > 0.001);
  REQUIRE(test_uniform_actions(uniform).p_value < 0.999);
  REQUIRE(test_uniform_actions(make_log(400'000, 100'000, 0.05, false, 4)).p_value < 1e-9);
}

TEST_CASE("independence: wrong propensities do not look like dependence, in short logs neither") {
  constexpr double shares[] = {0.6, 0.3, 0.1}, said[] = {0.3, 0.3, 0.4};
  for (std::uint64_t key = 0; key < 40; ++key) {
    Log log;
    log.action_count = 3;
    for (std::size_t i = 0; i < 300; ++i) {
      const double u = Draws(StreamKey{key}, i).uniform();
      log.actions.push_back(u < shares[0] ? 0 : u < shares[0] + shares[1] ? 1 : 2);
      log.rewards.push_back(0);
      log.propensities.push_back(said[log.actions.back()]);
    }
    INFO(key);
    CHECK(test_independent_actions(LogInMemory(log)).p_value > 1e-3);
    CHECK_FALSE(test_propensities(LogInMemory(log)).fits);
  }
}

#include "algorithms/ucb_v/ucb_v.hpp"

#include <cmath>

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/random_history.hpp"

using namespace replaybench;
using algorithms::ucb_v::Count;
using algorithms::ucb_v::UcbV;
using learning::VarianceIndex;
using testing::ask;

namespace {

// From the whole history at each call: a two-pass variance and the C library's logarithm.
struct BruteForce {
  learning::VarianceIndexOptions options;
  Count count;
  struct Event {
    std::size_t pool_size;
    Action action;
    double reward;
  };
  std::vector<Event> history;

  double index(Action action) const {
    double t = 1;
    double sum = 0;
    double s = 0;
    for (const Event& event : history) {
      t += count == Count::update ? 1 : static_cast<double>(event.pool_size);
      if (event.action != action) continue;
      sum += event.reward;
      ++s;
    }
    if (s == 0) return std::numeric_limits<double>::infinity();
    double deviations = 0;
    for (const Event& event : history) {
      if (event.action == action) deviations += std::pow(event.reward - sum / s, 2);
    }
    const double e = options.zeta * std::log(t);
    return sum / s + std::sqrt(2 * (deviations / s) * e / s) +
           options.linear * options.range * e / s;
  }
};

}  // namespace

TEST_CASE("ucb_v: the first steps by hand") {
  UcbV algorithm(2, learning::VarianceIndexOptions{}, Count::update, Ties::lowest);
  const ActionSet all = ActionSet::all(2);
  CHECK(ask(algorithm, all) == 0);
  algorithm.update(Context(), all, 0, 1);
  // No variance yet: 1 + 3 ln 2. The first reward counts.
  CHECK(algorithm.index(0) == Approx(1 + 3 * std::log(2.0)).epsilon(1e-15));
  CHECK(ask(algorithm, all) == 1);  // never learned: infinity
  algorithm.update(Context(), all, 1, 0);
  CHECK(ask(algorithm, all) == 0);
  algorithm.update(Context(), all, 0, 0);
  // t = 4, s = 2, mean 1/2, V = 1/4: 0.5 + sqrt(2/4 ln 4 / 2) + 3 ln 4 / 2 = 3.168; for action 1
  // 3 ln 4 = 4.159.
  CHECK(algorithm.index(0) ==
        Approx(0.5 + std::sqrt(0.25 * std::log(4.0)) + 1.5 * std::log(4.0)).epsilon(1e-15));
  CHECK(algorithm.index(1) == Approx(3 * std::log(4.0)).epsilon(1e-15));
  CHECK(ask(algorithm, all) == 1);
}

TEST_CASE("ucb_v: with Bernoulli rewards the variance is mean (1 - mean)") {
  // Thesis, section 4.3 (p. 106): no additional information.
  learning::VarianceIndex arms(1, learning::VarianceIndexOptions{});
  for (int s = 1; s <= 200; ++s) {
    arms.learn(0, s % 7 == 0 ? 1 : 0);
    const double mean = static_cast<double>(s / 7) / s;
    CHECK(arms.variance(0) == Approx(mean * (1 - mean)).epsilon(1e-14));
  }
  // Far from 0 what is left of the variance is roundoff, never negative.
  learning::VarianceIndex far(1, learning::VarianceIndexOptions{});
  for (int s = 0; s < 100; ++s) {
    far.learn(0, 12345.6789);
    CHECK(far.variance(0) >= 0);
    CHECK(far.variance(0) < 1e-6);
  }
}

TEST_CASE("ucb_v: indices and choices are those recomputed from the history") {
  const learning::VarianceIndexOptions options =
      GENERATE(learning::VarianceIndexOptions{},
               learning::VarianceIndexOptions{.zeta = 0.3, .linear = 0, .range = 1},
               learning::VarianceIndexOptions{.zeta = 1.2, .linear = 1, .range = 2});
  const Count count = GENERATE(Count::update, Count::update_by_pool);
  UcbV algorithm(4, options, count, Ties::lowest);
  BruteForce reference{options, count, {}};
  for (std::uint64_t t = 0; t < 400; ++t) {
    Draws draws({51}, t);
    std::vector<Action> pool;
    for (Action a = 0; a < 4; ++a) {
      if (draws.below(4) > 0) pool.push_back(a);
    }
    if (pool.empty()) pool.push_back(draws.below(4));
    Action wanted = pool[0];
    for (const Action a : pool) {
      if (reference.index(a) > reference.index(wanted)) wanted = a;
      // The two variances differ by some roundoffs of numbers up to range^2 = 4, and stand under a
      // root of what may be as small as 1/s.
      if (std::isfinite(reference.index(a))) {
        CHECK(algorithm.index(a) == Approx(reference.index(a)).epsilon(1e-13));
      } else {
        CHECK(algorithm.index(a) == reference.index(a));
      }
    }
    const Action choice = ask(algorithm, ActionSet(pool));
    CHECK(choice == wanted);
    const Action played = t % 7 == 6 ? pool[draws.below(static_cast<Action>(pool.size()))] : choice;
    // Continuous rewards: no ties that roundoff could break.
    const double reward = options.range * draws.uniform() * (0.6 + 0.1 * played);
    algorithm.update(Context(), ActionSet(pool), played, reward);
    reference.history.push_back({pool.size(), played, reward});
  }
}

TEST_CASE("ucb_v: without the linear term it is UCB with alpha = 2 zeta V") {
  // The remark of thesis section 4.3 (p. 106) in a formula.
  UcbV algorithm(1, learning::VarianceIndexOptions{.zeta = 0.3, .linear = 0, .range = 1},
                 Count::update, Ties::lowest);
  for (int s = 0; s < 100; ++s) algorithm.update(Context(), ActionSet::all(1), 0, s % 20 == 0);
  const double variance = 0.05 * 0.95;
  CHECK(algorithm.index(0) ==
        Approx(0.05 + std::sqrt(2 * 0.3 * variance * std::log(101.0) / 100)).epsilon(1e-13));
}

TEST_CASE("ucb_v: t grows by one, or by the pool") {
  UcbV by_one(5, learning::VarianceIndexOptions{}, Count::update, Ties::lowest);
  UcbV by_pool(5, learning::VarianceIndexOptions{}, Count::update_by_pool, Ties::lowest);
  const std::vector<Action> pool{1, 4};
  for (UcbV* algorithm : {&by_one, &by_pool}) {
    algorithm->update(Context(), ActionSet::all(5), 0, 1);
    algorithm->update(Context(), ActionSet(pool), 4, 1);
  }
  CHECK(by_one.t() == 3);
  CHECK(by_pool.t() == 8);
  CHECK(by_pool.index(0) == Approx(1 + 3 * std::log(8.0)).epsilon(1e-15));
}

TEST_CASE("ucb_v: an overflow is reported") {
  UcbV algorithm(2, learning::VarianceIndexOptions{}, Count::update, Ties::lowest);
  CHECK_THROWS_AS(algorithm.update(Context(), ActionSet::all(2), 0, 1e160), NumericalFailure);
}

TEST_CASE("ucb_v: golden traces") {
  const Log log = testing::golden_log(120);
  CHECK(testing::trace(testing::make_agent("ucb_v", log), log) ==
        "012222333443334011111111211111112222334444000000040000001223312222222333333"
        "344000000000023333444111111111111111111222333");
  CHECK(testing::trace(
            testing::make_agent(
                "ucb_v{count=\"update_by_pool\", linear=0, zeta=0.3, ties=\"random\"}", log),
            log) ==
        "221431212240132200202222000220000000000000000000002044200000000004222422422"
        "244222222222444444444444444444444444444444444");
}

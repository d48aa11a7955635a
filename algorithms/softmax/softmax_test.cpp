#include "algorithms/softmax/softmax.hpp"

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/random_history.hpp"

using namespace replaybench;
using namespace replaybench::algorithms;
using namespace replaybench::testing;
using algorithms::softmax::Softmax;

namespace {

Action ask(const Softmax& algorithm, const ActionSet& actions, std::uint64_t step) {
  Draws draws({51}, step);
  return algorithm.choose(Context(), actions, draws);
}

std::vector<double> distribution(const Softmax& algorithm, const ActionSet& actions) {
  std::vector<double> out(actions.size());
  algorithm.probabilities(Context(), actions, out);
  return out;
}

}  // namespace

TEST_CASE("softmax: the distribution by hand") {
  Softmax algorithm(3, 0.5);
  algorithm.update(Context(), 0, 1);
  algorithm.update(Context(), 0, 0);
  algorithm.update(Context(), 1, 1);
  algorithm.update(Context(), 2, 0);
  // Means 1/2, 1, 0 over 0.5: e^1, e^2, e^0 = 2.71828, 7.38906, 1; sum 11.10734.
  const auto all = distribution(algorithm, ActionSet::all(3));
  CHECK(all[0] == Approx(0.24472847105479764).epsilon(1e-14));
  CHECK(all[1] == Approx(0.6652409557748219).epsilon(1e-14));
  CHECK(all[2] == Approx(0.09003057317038046).epsilon(1e-14));
  // In a pool only its members are in the sum: e^1 / (e^1 + 1).
  const std::vector<Action> pool{0, 2};
  const auto two = distribution(algorithm, ActionSet(pool));
  CHECK(two[0] == Approx(0.7310585786300049).epsilon(1e-14));
  CHECK(two[1] == Approx(0.2689414213699951).epsilon(1e-14));
}

TEST_CASE("softmax: the untried come first, uniformly, and a good one does not keep them away") {
  Softmax algorithm(4, 0.01);
  algorithm.update(Context(), 1, 1);
  CHECK(distribution(algorithm, ActionSet::all(4)) ==
        std::vector<double>{1.0 / 3, 0, 1.0 / 3, 1.0 / 3});
  const std::vector<Action> pool{1, 3};
  for (std::uint64_t t = 0; t < 50; ++t) {
    CHECK(ask(algorithm, ActionSet(pool), t) == 3);
    CHECK(ask(algorithm, ActionSet::all(4), t) != 1);
  }
  // Every action once before any twice.
  Softmax fresh(30, 0.1);
  std::vector<int> pulls(30);
  for (std::uint64_t t = 0; t < 30; ++t) {
    const Action action = ask(fresh, ActionSet::all(30), t);
    ++pulls[action];
    fresh.update(Context(), action, 1);
  }
  for (const int pulled : pulls) CHECK(pulled == 1);
}

TEST_CASE("softmax: the distribution is that recomputed from the history, and choices follow it") {
  const double temperature = GENERATE(0.05, 0.3, 2.0);
  Softmax algorithm(4, temperature);
  std::vector<Event> history;
  for (std::uint64_t t = 0; t < 300; ++t) {
    Draws draws({52}, t);
    const auto pool = random_pool(4, draws);
    bool tried = true;
    double sum = 0;
    std::vector<double> weights;
    for (const Action a : pool) {
      const Count count = count_of(history, a);
      tried = tried && count.pulls > 0;
      // Without the subtraction of the highest: nothing overflows at these temperatures.
      weights.push_back(std::exp(count.rewards / count.pulls / temperature));
      sum += weights.back();
    }
    if (tried) {
      const auto seen = distribution(algorithm, ActionSet(pool));
      for (std::size_t i = 0; i < pool.size(); ++i) {
        CHECK(seen[i] == Approx(weights[i] / sum).epsilon(1e-13));
      }
      // The choice at u is the first action at which the distribution function passes u.
      const double u = Draws({51}, t).uniform();
      double below = 0;
      std::size_t place = 0;
      while (below + weights[place] / sum < u) below += weights[place++] / sum;
      CHECK(ask(algorithm, ActionSet(pool), t) == pool[place]);
    }
    const Action played = pool[draws.below(static_cast<Action>(pool.size()))];
    const double reward = draws.uniform() + 0.2 * played;
    algorithm.update(Context(), played, reward);
    history.push_back({pool, played, reward});
  }
}

TEST_CASE("softmax: cold, it is greedy; hot, uniform; and no mean is too large") {
  Softmax cold(3, 1e-300);
  Softmax hot(3, 1e300);
  Softmax large(3, 1);
  for (Action a = 0; a < 3; ++a) {
    cold.update(Context(), a, 0.1 * a);
    hot.update(Context(), a, 0.1 * a);
    large.update(Context(), a, a == 2 ? -1e308 : 1e308);
  }
  CHECK(distribution(cold, ActionSet::all(3)) == std::vector<double>{0, 0, 1});
  CHECK(distribution(hot, ActionSet::all(3)) == std::vector<double>{1.0 / 3, 1.0 / 3, 1.0 / 3});
  CHECK(distribution(large, ActionSet::all(3)) == std::vector<double>{0.5, 0.5, 0});
  for (std::uint64_t t = 0; t < 50; ++t) CHECK(ask(large, ActionSet::all(3), t) != 2);
  CHECK_THROWS_AS(large.update(Context(), 0, 1e308), NumericalFailure);
  for (const char* temperature : {"0", "-1", "inf"}) {
    INFO(temperature);
    CHECK_THROWS_AS(testing::make_agent(std::string("softmax{temperature=") + temperature + "}",
                                        testing::golden_log(1)),
                    SpecErrors);
  }
}

TEST_CASE("softmax: golden trace") {
  const Log log = testing::golden_log(120);
  CHECK(testing::trace(testing::make_agent("softmax", log), log) ==
        "420222411341144444444444444444444444444444444444444444444444444444444444444444444444444444"
        "444444444444444444441444444444");
  CHECK(testing::trace(testing::make_agent("softmax{temperature=1}", log), log) ==
        "420222411341141004240441444124021134434140313211322104244121221402244124414124310212412443"
        "333124402142441434420441342412");
}

#include "algorithms/value_ucb/value_ucb.hpp"

#include <cmath>
#include <map>

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"

using namespace replaybench;
using algorithms::value_ucb::Options;
using algorithms::value_ucb::ValueUcb;

TEST_CASE("value_ucb: the first steps by hand") {
  Options options;
  options.crossed = false;
  options.values = 2;
  options.ties = Ties::lowest;
  ValueUcb algorithm(6, options);
  const std::vector<double> zero{0}, one{1}, two{2}, negative{-3};
  const std::vector<Display> batch{{Context(zero), 5}, {Context(one), 5}, {Context(zero), 0}};
  Draws draws({1}, 0);
  CHECK(algorithm.choose_display(batch, draws) == 0);
  algorithm.update(Context(zero), 5, 1);
  CHECK(algorithm.choose_display(batch, draws) == 1);  // never learned: infinity
  algorithm.update(Context(one), 5, 0);
  // t = 3: 1 + sqrt(2 ln 3) for value 0, for any item.
  CHECK(algorithm.index(Context(zero), 3) == Approx(1 + std::sqrt(2 * std::log(3.0))));
  CHECK(algorithm.index(Context(one), 3) == Approx(std::sqrt(2 * std::log(3.0))));
  CHECK(algorithm.choose_display(batch, draws) == 0);
  // Numbers that are no code share an arm.
  CHECK(std::isinf(algorithm.index(Context(two), 0)));
  algorithm.update(Context(two), 0, 0.5);
  CHECK(algorithm.index(Context(negative), 0) == Approx(0.5 + std::sqrt(2 * std::log(4.0))));
}

TEST_CASE("value_ucb: indices are those recomputed from the history") {
  const bool crossed = GENERATE(true, false);
  Options options;
  options.feature = 1;
  options.values = 3;
  options.alpha = 0.3;
  options.crossed = crossed;
  ValueUcb algorithm(4, options);
  struct Played {
    std::size_t value;
    Action action;
    double reward;
  };
  std::vector<Played> history;
  for (std::uint64_t t = 0; t < 400; ++t) {
    Draws draws({21}, t);
    const std::vector<double> x{9, static_cast<double>(draws.below(4))};
    const auto value = static_cast<std::size_t>(x[1]);
    std::vector<Action> pool;
    for (Action a = 0; a < 4; ++a) {
      if (draws.below(3) > 0) pool.push_back(a);
    }
    if (pool.empty()) pool.push_back(draws.below(4));
    double best = -1;
    const auto recomputed = [&](Action action) {
      double sum = 0, pulls = 0;
      for (const Played& p : history) {
        if (p.value != value || (crossed && p.action != action)) continue;
        sum += p.reward;
        ++pulls;
      }
      if (pulls == 0) return std::numeric_limits<double>::infinity();
      return sum / pulls +
             std::sqrt(0.3 * std::log(static_cast<double>(history.size() + 1)) / pulls);
    };
    for (const Action a : pool) {
      const double wanted = recomputed(a);
      best = std::max(best, wanted);
      const double ours = algorithm.index(Context(x), a);
      if (std::isfinite(wanted)) {
        CHECK(ours == Approx(wanted).epsilon(1e-14));
      } else {
        CHECK(ours == wanted);
      }
    }
    const Action choice = algorithm.choose(Context(x), ActionSet(pool), draws);
    CHECK(algorithm.index(Context(x), choice) >= best * (1 - 1e-13));
    const double reward = draws.uniform() < 0.2 * static_cast<double>(value) ? 1 : 0;
    algorithm.update(Context(x), choice, reward);
    history.push_back({value, choice, reward});
  }
}

TEST_CASE("value_ucb: ties are broken at random") {
  Options options;
  options.crossed = false;
  const ValueUcb algorithm(1, options);
  const std::vector<double> x{0};
  const std::vector<Display> batch{{Context(x), 0}, {Context(x), 0}, {Context(x), 0}};
  int count[3] = {};
  for (std::uint64_t t = 0; t < 3'000; ++t) {
    Draws draws({2}, t);
    ++count[algorithm.choose_display(batch, draws)];
  }
  for (const int seen : count) CHECK(std::abs(seen - 1000) < 4 * std::sqrt(3000 * 2.0 / 9));
}

TEST_CASE("value_ucb: refuses a feature that is not there") {
  CHECK_THROWS_AS(testing::make_agent("value_ucb{feature=4}", testing::golden_log(10)),
                  NotApplicable);
}

TEST_CASE("value_ucb: golden trace") {
  Log log = testing::golden_log(120);
  for (double& x : log.contexts) x = std::floor(3 * x);
  CHECK(testing::trace(testing::make_agent("value_ucb{alpha=0.3}", log), log) ==
        "221431212240121402202321243143034220322010020323302034002221"
        "330203011114331322024242321221221002122222222233022220022102");
}

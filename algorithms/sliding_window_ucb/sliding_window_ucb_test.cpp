#include "algorithms/sliding_window_ucb/sliding_window_ucb.hpp"

#include <cmath>

#include "suite/learning/exploration_term.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/paired_play.hpp"
#include "suite/testing/random_history.hpp"

using namespace replaybench;
using namespace replaybench::algorithms;
using namespace replaybench::testing;
using algorithms::sliding_window_ucb::SlidingWindowUcb;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("sliding_window_ucb: a window of three by hand") {
  SlidingWindowUcb algorithm(2, 3, 2, Ties::lowest);
  const ActionSet both = ActionSet::all(2);
  CHECK(ask(algorithm, both) == 0);
  algorithm.update(Context(), 0, 1);
  // t = 2: 1 + sqrt(2 ln 2).
  CHECK(algorithm.index(0) == Approx(1 + std::sqrt(2 * std::log(2.0))).epsilon(1e-15));
  CHECK(ask(algorithm, both) == 1);
  algorithm.update(Context(), 1, 0);
  algorithm.update(Context(), 1, 1);
  // min(t, tau) = 3 with events 0:1, 1:0, 1:1.
  CHECK(algorithm.index(0) == Approx(1 + std::sqrt(2 * std::log(3.0))).epsilon(1e-15));
  CHECK(algorithm.index(1) == Approx(0.5 + std::sqrt(std::log(3.0))).epsilon(1e-15));
  // The first event falls out: action 0 is as good as never learned.
  algorithm.update(Context(), 1, 1);
  CHECK(algorithm.index(0) == infinity);
  CHECK(algorithm.index(1) == Approx(2.0 / 3 + std::sqrt(2 * std::log(3.0) / 3)).epsilon(1e-15));
  CHECK(ask(algorithm, both) == 0);
}

TEST_CASE("sliding_window_ucb: indices and choices are those recomputed from the last events") {
  const std::size_t window = GENERATE(1, 2, 7, 50, 300);
  const double alpha = GENERATE(0.0, 0.3, 2.0);
  SlidingWindowUcb algorithm(4, window, alpha, Ties::lowest);
  std::vector<Event> history;
  for (std::uint64_t t = 0; t < 500; ++t) {
    Draws draws({22}, t);
    const auto pool = random_pool(4, draws);
    const double log_t = std::log(static_cast<double>(std::min(history.size() + 1, window)));
    Action wanted = pool[0];
    double highest = -1;
    for (const Action a : pool) {
      const Count count = count_of(history, a, window);
      const double index =
          count.pulls == 0 ? infinity
                           : count.rewards / count.pulls + std::sqrt(alpha * log_t / count.pulls);
      if (count.pulls == 0) {
        CHECK(algorithm.index(a) == infinity);
      } else {
        CHECK(algorithm.index(a) == Approx(index).epsilon(1e-15));
      }
      // Above by more than the logarithms' last bits.
      if (index > highest * (1 + 1e-14)) {
        highest = index;
        wanted = a;
      }
    }
    const Action choice = ask(algorithm, ActionSet(pool));
    CHECK(choice == wanted);
    const Action played = t % 7 == 6 ? pool[draws.below(static_cast<Action>(pool.size()))] : choice;
    const double reward = draws.uniform() < 0.2 + 0.15 * played ? 1 : 0;
    algorithm.update(Context(), played, reward);
    history.push_back({pool, played, reward});
  }
}

TEST_CASE("sliding_window_ucb: while nothing falls out it is ucb, bit by bit") {
  for (const Ties ties : {Ties::lowest, Ties::random}) {
    constexpr std::size_t steps = 400;
    SlidingWindowUcb windowed(5, steps, 0.7, ties);
    Agent plain =
        make_agent(ties == Ties::lowest ? "ucb{alpha=0.7}" : "ucb{alpha=0.7, ties=\"random\"}", 5);
    std::vector<double> rewards(5);
    learning::ExplorationTerm exploration(5, 0.7);
    for (std::uint64_t t = 0; t < steps; ++t) {
      Draws steps_draws({23}, t);
      const auto pool = random_pool(5, steps_draws);
      Draws first({24}, t);
      Draws second({24}, t);
      const Action choice = plain.choose(Context(), ActionSet(pool), first);
      CHECK(windowed.choose(Context(), ActionSet(pool), second) == choice);
      for (Action a = 0; a < 5; ++a) {
        const double pulls = exploration.pulls(a);
        CHECK(windowed.index(a) == (pulls > 0 ? rewards[a] / pulls : 0) + exploration(a));
      }
      const double reward = steps_draws.uniform();  // fractional: the sums have to round alike
      windowed.update(Context(), choice, reward);
      plain.update(Context(), ActionSet(pool), choice, reward);
      rewards[choice] += reward;
      exploration.learn(choice, static_cast<double>(t + 2));
    }
  }
}

TEST_CASE("sliding_window_ucb: sums of fractional rewards do not drift away") {
  SlidingWindowUcb algorithm(2, 10, 0, Ties::lowest);
  for (std::uint64_t t = 0; t < 200'000; ++t) {
    algorithm.update(Context(), 0, 1e6 * Draws({25}, t).uniform());
  }
  for (int t = 0; t < 10; ++t) algorithm.update(Context(), 0, 0.1);
  CHECK(algorithm.index(0) == Approx(0.1).epsilon(1e-8));
  algorithm.update(Context(), 1, 0.25);
  CHECK(algorithm.index(1) == 0.25);
}

TEST_CASE("sliding_window_ucb: nothing is left of an action that fell out whole") {
  SlidingWindowUcb algorithm(2, 10, 0, Ties::lowest);
  // In doubles 0.1 + 0.2 + 0.3 - 0.1 - 0.2 - 0.3 is 1e-16.
  for (const double reward : {0.1, 0.2, 0.3}) algorithm.update(Context(), 0, reward);
  for (int t = 0; t < 10; ++t) algorithm.update(Context(), 1, 1);
  CHECK(algorithm.index(0) == infinity);
  algorithm.update(Context(), 0, 0.25);
  CHECK(algorithm.index(0) == 0.25);
}

TEST_CASE("sliding_window_ucb: where the ring comes round, every index is added up afresh") {
  constexpr std::size_t window = 10;
  SlidingWindowUcb algorithm(3, window, 0, Ties::lowest);
  std::vector<Event> history;
  for (std::uint64_t t = 0; t < 2'000; ++t) {
    Draws draws({29}, t);
    const Action action = draws.below(3);
    const double reward = draws.uniform();
    algorithm.update(Context(), action, reward);
    history.push_back({{}, action, reward});
    if (history.size() % window != 0) continue;
    for (Action a = 0; a < 3; ++a) {
      const Count count = count_of(history, a, window);
      CHECK(algorithm.index(a) == (count.pulls > 0 ? count.rewards / count.pulls : infinity));
    }
  }
}

TEST_CASE("sliding_window_ucb: a window of one knows the last event only") {
  SlidingWindowUcb algorithm(3, 1, 2, Ties::lowest);
  algorithm.update(Context(), 2, 1);
  CHECK(algorithm.index(2) == 1);  // ln 1 = 0
  CHECK(algorithm.index(0) == infinity);
  algorithm.update(Context(), 2, 0);
  CHECK(algorithm.index(2) == 0);
  algorithm.update(Context(), 0, 0.5);
  CHECK(algorithm.index(2) == infinity);
  CHECK(algorithm.index(0) == 0.5);
}

TEST_CASE("sliding_window_ucb: earns more than ucb where means change") {
  for (const std::string kind : {"abrupt", "smooth"}) {
    const std::string environment = "drifting_arms{arms=5, kind=\"" + kind +
                                    "\", period=" + (kind == "abrupt" ? "1000" : "4000") + "}";
    require_better(environment, "sliding_window_ucb{window=300, alpha=0.3}", "ucb{alpha=0.3}",
                   8'000, 20);
  }
}

TEST_CASE("sliding_window_ucb: golden trace") {
  const Log log = testing::golden_log(400);
  CHECK(testing::trace(testing::make_agent("sliding_window_ucb{window=20}", log), log) ==
        "012222333443334444444444440000000000000000000000011222222220000002222333333323333333433333"
        "333444000000001111111111222444444443333333333333333344133333330333333333333222222222222222"
        "222222222222222333333333011000000022222433333322233300044444144444444444000001133333222444"
        "444444333333333334441000002223333333333222222222220000002222222222222111122244000011111100"
        "0000043333333333333333443411111111111111");
  CHECK(testing::trace(
            testing::make_agent("sliding_window_ucb{window=20, alpha=0.3, ties=\"random\"}", log),
            log) ==
        "221431212240132200202222000220000000000000000000002044202224222222222422422244222444442444"
        "044444442211111111111111333333222222222222222222222222222222222222222222222222224444444222"
        "222222222244444444444002222244411111111111113311111111111112222422444444444222222444444444"
        "444444000333033330133344444444404444444444444444444444444444444333111111111111114444444444"
        "4444442222224444444444442222222222222222");
}

#include "algorithms/moss/moss.hpp"

#include <cmath>

#include "suite/model/numerical_failure.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/random_history.hpp"

using namespace replaybench;
using algorithms::moss::Moss;
using testing::ask;

TEST_CASE("moss: the first steps by hand, horizon known") {
  // n / K = 8: the bonus of an action ends with its eighth pull.
  Moss algorithm(2, 16, 1, Ties::lowest);
  const ActionSet all = ActionSet::all(2);
  CHECK(ask(algorithm, all) == 0);
  algorithm.update(Context(), 0, 0);
  CHECK(algorithm.index(0) == Approx(std::sqrt(std::log(8.0))).epsilon(1e-15));
  CHECK(ask(algorithm, all) == 1);  // never learned: infinity
  algorithm.update(Context(), 1, 1);
  CHECK(algorithm.index(1) == Approx(1 + std::sqrt(std::log(8.0))).epsilon(1e-15));
  // Action 0 was not touched by the update of action 1.
  CHECK(algorithm.index(0) == Approx(std::sqrt(std::log(8.0))).epsilon(1e-15));
  CHECK(ask(algorithm, all) == 1);
  algorithm.update(Context(), 1, 0);
  // 1/2 + sqrt(ln(4) / 2) = 1.333 against 1.442.
  CHECK(algorithm.index(1) == Approx(0.5 + std::sqrt(std::log(4.0) / 2)).epsilon(1e-15));
  CHECK(ask(algorithm, all) == 0);
  for (int i = 0; i < 6; ++i) algorithm.update(Context(), 1, 0);
  CHECK(algorithm.index(1) == 0.125);  // 8 pulls: ln 1
  algorithm.update(Context(), 1, 0);
  CHECK(algorithm.index(1) == 1.0 / 9);  // and never negative
}

TEST_CASE("moss: the horizon is the parameter, else the problem's, else t") {
  Problem problem;
  problem.action_count = 2;
  problem.dimension = 1;
  const Log log = testing::golden_log(1);
  // The state shows the index: equal digests mean equal indices.
  const auto digest = [&](const std::string& text, std::uint64_t horizon) {
    problem.horizon = horizon;
    Agent agent = testing::make_agent(text, problem);
    agent.update(Context(), ActionSet::all(2), 0, 0);
    agent.update(Context(), ActionSet::all(2), 0, 0);
    return agent.state_digest();
  };
  CHECK(digest("moss", 100) == digest("moss{horizon=100}", 0));
  CHECK(digest("moss{horizon=100}", 7'000) == digest("moss{horizon=100}", 0));
  CHECK(digest("moss", 100) != digest("moss", 0));
  CHECK(digest("moss", 100) != digest("moss", 101));
}

TEST_CASE("moss: indices and choices are those recomputed from the history") {
  const std::uint64_t horizon =
      GENERATE(std::uint64_t{0}, std::uint64_t{100}, std::uint64_t{5'000});
  const double factor = GENERATE(0.1, 1.0);
  constexpr double K = 4;
  Moss algorithm(4, horizon, factor, Ties::lowest);
  std::vector<std::pair<Action, double>> history;
  const auto index = [&](Action action) {
    double sum = 0;
    double s = 0;
    for (const auto& [played, reward] : history) {
      sum += played == action ? reward : 0;
      s += played == action;
    }
    if (s == 0) return std::numeric_limits<double>::infinity();
    const double n =
        horizon > 0 ? static_cast<double>(horizon) : static_cast<double>(history.size() + 1);
    return sum / s + std::sqrt(factor * std::max(std::log(n) - std::log(K * s), 0.0) / s);
  };
  for (std::uint64_t t = 0; t < 400; ++t) {
    Draws draws({81}, t);
    std::vector<Action> pool;
    for (Action a = 0; a < 4; ++a) {
      if (draws.below(4) > 0) pool.push_back(a);
    }
    if (pool.empty()) pool.push_back(draws.below(4));
    Action wanted = pool[0];
    for (const Action a : pool) {
      if (index(a) > index(wanted)) wanted = a;
      // The difference of two logarithms of size 9 stands under a root; near 0 (share close to 1)
      // its roundoff of 1e-15 comes out as 3e-8.
      if (std::isfinite(index(a))) {
        CHECK(std::pow(algorithm.index(a) - index(a), 2) < 1e-14);
      } else {
        CHECK(algorithm.index(a) == index(a));
      }
    }
    const Action choice = ask(algorithm, ActionSet(pool));
    CHECK(choice == wanted);
    const Action played = t % 7 == 6 ? pool[draws.below(static_cast<Action>(pool.size()))] : choice;
    const double reward = draws.uniform() * (0.6 + 0.1 * played);
    algorithm.update(Context(), played, reward);
    history.emplace_back(played, reward);
  }
}

TEST_CASE("moss: stops exploring a worse action where its bonus meets the gap") {
  // Means 0.5 and 0.4: the bonus falls below the gap where ln(n / (2 s)) = 0.01 s, s = 340 for n =
  // 20,000. The empirical gap wanders around 0.1 by 1 / sqrt(2 s) = 0.04, and the bonus with it.
  constexpr std::uint64_t horizon = 20'000;
  CHECK(std::log(horizon / (2 * 340.0)) / 340 == Approx(0.01).epsilon(0.01));
  Moss algorithm(2, horizon, 1, Ties::lowest);
  int pulls = 0;
  for (std::uint64_t t = 0; t < horizon; ++t) {
    const Action action = ask(algorithm, ActionSet::all(2));
    Draws draws({82}, t);
    pulls += action == 1;
    algorithm.update(Context(), action, draws.uniform() < (action == 0 ? 0.5 : 0.4) ? 1 : 0);
  }
  CHECK(pulls > 340 / 4);
  CHECK(pulls < 340 * 4);
}

TEST_CASE("moss: an overflow is reported") {
  Moss algorithm(2, 10, 1, Ties::lowest);
  algorithm.update(Context(), 0, 1e308);
  CHECK_THROWS_AS(algorithm.update(Context(), 0, 1e308), NumericalFailure);
}

TEST_CASE("moss: golden traces") {
  const Log log = testing::golden_log(120);
  CHECK(testing::trace(testing::make_agent("moss", log), log) ==
        "012222333443334444444444440000000000000000000000011222222220000002222333333"
        "323333333333333333444444444002222221111422333");
  CHECK(testing::trace(testing::make_agent("moss{horizon=120}", log), log) ==
        "012222333443334444444444440000000000000000000000011222222220000002222333333"
        "323333333433333333444442200002222223332222444");
  CHECK(testing::trace(testing::make_agent("moss{factor=0.1, ties=\"random\"}", log), log) ==
        "221431212240132200202222000220000000000000000000002044202224422424222422422"
        "244222444444444222244444444444444444444444444");
}

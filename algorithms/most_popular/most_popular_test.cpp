#include "algorithms/most_popular/most_popular.hpp"

#include <cmath>

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/random_history.hpp"

using namespace replaybench;
using namespace replaybench::algorithms;
using namespace replaybench::testing;
using algorithms::most_popular::MostPopular;
using algorithms::most_popular::Popularity;
using algorithms::most_popular::Untried;

namespace {

Action ask(const MostPopular& algorithm, const ActionSet& actions, std::uint64_t step = 0) {
  Draws draws({91}, step);
  return algorithm.choose(Context(), actions, draws);
}

}  // namespace

TEST_CASE("most_popular: sums against rates by hand") {
  MostPopular sums(3, Popularity::rewards, Untried::first, Ties::lowest);
  MostPopular rates(3, Popularity::rate, Untried::first, Ties::lowest);
  const auto teach = [&](Action action, double reward) {
    sums.update(Context(), action, reward);
    rates.update(Context(), action, reward);
  };
  const ActionSet all = ActionSet::all(3);
  teach(0, 1);
  CHECK(ask(sums, all) == 1);  // the untried first
  CHECK(ask(rates, all) == 1);
  teach(1, 0);
  teach(2, 1);
  teach(2, 1);
  teach(2, 0);
  // Sums 1, 0, 2; rates 1, 0, 2/3.
  CHECK(ask(sums, all) == 2);
  CHECK(ask(rates, all) == 0);
  const std::vector<Action> pool{0, 1};
  CHECK(ask(sums, ActionSet(pool)) == 0);
}

TEST_CASE("most_popular: untried actions first, or as actions without rewards") {
  MostPopular first(3, Popularity::rewards, Untried::first, Ties::lowest);
  MostPopular zero(3, Popularity::rewards, Untried::zero, Ties::lowest);
  const ActionSet all = ActionSet::all(3);
  CHECK(ask(zero, all) == 0);
  zero.update(Context(), 1, 1);
  first.update(Context(), 1, 1);
  CHECK(ask(first, all) == 0);
  CHECK(ask(zero, all) == 1);  // nothing else is ever played again
  const std::vector<Action> without{0, 2};
  CHECK(ask(zero, ActionSet(without)) == 0);
  zero.update(Context(), 2, -1);
  zero.update(Context(), 0, -2);
  CHECK(ask(zero, ActionSet(without)) == 2);
}

TEST_CASE("most_popular: ties at random are uniform") {
  const MostPopular algorithm(4, Popularity::rewards, Untried::zero, Ties::random);
  int count[4] = {};
  for (std::uint64_t t = 0; t < 8'000; ++t) ++count[ask(algorithm, ActionSet::all(4), t)];
  for (const int c : count) CHECK(std::abs(c - 2'000) < 200);  // five standard deviations
  CHECK_FALSE(algorithm.fixed_choice(ActionSet::all(4)));
}

TEST_CASE("most_popular: choices are those recomputed from the history") {
  const Popularity by = GENERATE(Popularity::rewards, Popularity::rate);
  const Untried untried = GENERATE(Untried::first, Untried::zero);
  MostPopular algorithm(5, by, untried, Ties::lowest);
  std::vector<Event> history;
  for (std::uint64_t t = 0; t < 300; ++t) {
    Draws draws({92}, t);
    const auto pool = random_pool(5, draws);
    const auto score = [&](Action a) {
      const Count count = count_of(history, a);
      if (count.pulls == 0) return untried == Untried::zero ? 0 : 1e300;
      return by == Popularity::rewards ? count.rewards : count.rewards / count.pulls;
    };
    Action wanted = pool[0];
    for (const Action a : pool) {
      if (score(a) > score(wanted)) wanted = a;
    }
    const Action choice = ask(algorithm, ActionSet(pool));
    CHECK(choice == wanted);
    const Action played = t % 4 == 3 ? pool[draws.below(static_cast<Action>(pool.size()))] : choice;
    const double reward = draws.uniform() < 0.3 ? 1 : 0;
    algorithm.update(Context(), played, reward);
    history.push_back({pool, played, reward});
  }
}

TEST_CASE("most_popular: by rate it is epsilon_greedy without exploration") {
  const Log log = testing::golden_log(2'000);
  for (const std::string ties : {"lowest", "random"}) {
    CHECK(testing::trace(
              testing::make_agent("most_popular{by=\"rate\", ties=\"" + ties + "\"}", log), log) ==
          testing::trace(
              testing::make_agent("epsilon_greedy{epsilon=0, ties=\"" + ties + "\"}", log), log));
  }
}

TEST_CASE("most_popular: golden trace") {
  const Log log = testing::golden_log(120);
  CHECK(testing::trace(testing::make_agent("most_popular", log), log) ==
        "012222333443333333333333333333333333333333333333333333333333333333333333333333333333333333"
        "333333333333333333333333333333");
  CHECK(
      testing::trace(testing::make_agent("most_popular{by=\"rate\", ties=\"random\"}", log), log) ==
      "22143121224013220020222200022000000000000000000000204420444442242422242242224422244444444444"
      "4444444444444444444444444444");
  CHECK(testing::trace(testing::make_agent("most_popular{untried=\"zero\", ties=\"random\"}", log),
                       log) ==
        "221431212244444444444444444444444444444444444444444444444444444444444444444444444444444444"
        "444444444444444444444444444444");
}

#include "algorithms/sliding_window_thompson/sliding_window_thompson.hpp"

#include <cmath>

#include "suite/testing/catch.hpp"
#include "suite/testing/paired_play.hpp"
#include "suite/testing/random_history.hpp"

using namespace replaybench;
using namespace replaybench::algorithms;
using namespace replaybench::testing;
using algorithms::sliding_window_thompson::SlidingWindowThompson;

namespace {

Action ask(const SlidingWindowThompson& algorithm, const ActionSet& actions, std::uint64_t step) {
  Draws draws({44}, step);
  return algorithm.choose(Context(), actions, draws);
}

}  // namespace

TEST_CASE("sliding_window_thompson: what falls out is forgotten, by hand") {
  // A window of two. After a click of action 0: Beta(2, 1) against Beta(1, 1), 2/3. Then two misses
  // of action 1: action 0 is back at the prior, Beta(1, 1) against Beta(1, 3): 1 - 1/4 = 3/4.
  constexpr int asked = 40'000;
  const auto share = [](const SlidingWindowThompson& algorithm) {
    int zero = 0;
    for (std::uint64_t t = 0; t < asked; ++t) zero += ask(algorithm, ActionSet::all(2), t) == 0;
    return static_cast<double>(zero) / asked;
  };
  SlidingWindowThompson algorithm(2, 2, 1, 1);
  algorithm.update(Context(), 0, 1);
  CHECK(std::fabs(share(algorithm) - 2.0 / 3) < 5 * std::sqrt(2.0 / 9 / asked));
  algorithm.update(Context(), 1, 0);
  algorithm.update(Context(), 1, 0);
  CHECK(std::fabs(share(algorithm) - 0.75) < 5 * std::sqrt(0.1875 / asked));
}

TEST_CASE("sliding_window_thompson: choices are those recomputed from the last events") {
  const std::size_t window = GENERATE(1, 7, 50, 1'000);
  const double alpha = 0.8;
  const double beta = 4;
  SlidingWindowThompson algorithm(4, window, alpha, beta);
  std::vector<Event> history;
  for (std::uint64_t t = 0; t < 400; ++t) {
    Draws steps({45}, t);
    const auto pool = random_pool(4, steps);
    const StreamKey key{Draws({44}, t).bits()};
    Action wanted = pool[0];
    double highest = -1;
    for (const Action a : pool) {
      const Count count = count_of(history, a, window);
      Draws draws(key, a);
      const double theta =
          draw_beta(draws, alpha + count.rewards, beta + (count.pulls - count.rewards));
      if (theta > highest) {
        highest = theta;
        wanted = a;
      }
    }
    const Action choice = ask(algorithm, ActionSet(pool), t);
    CHECK(choice == wanted);
    const Action played = t % 7 == 6 ? pool[steps.below(static_cast<Action>(pool.size()))] : choice;
    const double reward = steps.uniform() < 0.1 + 0.2 * played ? 1 : 0;
    algorithm.update(Context(), played, reward);
    history.push_back({pool, played, reward});
  }
}

TEST_CASE("sliding_window_thompson: while nothing falls out it is thompson_sampling exactly") {
  constexpr std::size_t steps = 400;
  SlidingWindowThompson windowed(5, steps, 0.5, 2);
  Agent plain = make_agent("thompson_sampling{alpha=0.5, beta=2}", 5);
  for (std::uint64_t t = 0; t < steps; ++t) {
    Draws random({46}, t);
    const auto pool = random_pool(5, random);
    Draws first({47}, t);
    Draws second({47}, t);
    const Action choice = plain.choose(Context(), ActionSet(pool), first);
    CHECK(windowed.choose(Context(), ActionSet(pool), second) == choice);
    const double reward = random.uniform();
    windowed.update(Context(), choice, reward);
    plain.update(Context(), ActionSet(pool), choice, reward);
  }
}

TEST_CASE("sliding_window_thompson: fractional rewards leave no shape below the prior") {
  // A window of a million fractional rewards of action 0, then as many zeros: just before the sums
  // are added up again, rounding has left -2e-8 where 0 is meant. With a prior of 1e-9 that would
  // be a negative shape. What is meant is Beta(1e-9, 1e6), all but 0, against Beta(1e-9, 1e-9), as
  // often all but 1 as all but 0: action 1 wins with probability 3/4 (with the negative shape 1/2).
  constexpr std::size_t window = 1'000'000;
  SlidingWindowThompson algorithm(2, window, 1e-9, 1e-9);
  Draws draws({504}, 0);
  for (std::size_t i = 0; i + 1 < window; ++i) algorithm.update(Context(), 0, draws.uniform());
  for (std::size_t i = 0; i < window; ++i) algorithm.update(Context(), 0, 0);
  constexpr int asked = 2'000;
  int one = 0;
  for (std::uint64_t t = 0; t < asked; ++t) one += ask(algorithm, ActionSet::all(2), t) == 1;
  CHECK(std::abs(one - 1'500) < 97);  // five standard deviations
}

TEST_CASE("sliding_window_thompson: earns more than thompson_sampling where means change") {
  for (const std::string kind : {"abrupt", "smooth"}) {
    const std::string environment = "drifting_arms{arms=5, kind=\"" + kind +
                                    "\", period=" + (kind == "abrupt" ? "1000" : "4000") + "}";
    require_better(environment, "sliding_window_thompson{window=300}", "thompson_sampling", 8'000,
                   20);
  }
}

TEST_CASE("sliding_window_thompson: golden trace") {
  const Log log = testing::golden_log(200);
  CHECK(testing::trace(testing::make_agent("sliding_window_thompson{window=10}", log), log) ==
        "124403213434133314342142432223231442131433302004002111100004143333402331334322332343133213"
        "333213331333303311333334133034334441140403244240140432122222224232022343222434433332334444"
        "34232313434141311443");
  CHECK(testing::trace(
            testing::make_agent("sliding_window_thompson{window=15, alpha=0.3, beta=10}", log),
            log) ==
        "344103030410104144444444434444344444443433344034444444144404444444444444444444444444444444"
        "444444444444444444444444444444444444444444444444444444444444444444444444444444444444444444"
        "44444444444444444444");
}

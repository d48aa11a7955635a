#include "algorithms/discounted_ucb/discounted_ucb.hpp"

#include <cmath>

#include "suite/learning/exploration_term.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/paired_play.hpp"
#include "suite/testing/random_history.hpp"

using namespace replaybench;
using namespace replaybench::algorithms;
using namespace replaybench::testing;
using algorithms::discounted_ucb::DiscountedUcb;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("discounted_ucb: three steps by hand") {
  DiscountedUcb algorithm(2, 0.5, 2, Ties::lowest);
  const ActionSet both = ActionSet::all(2);
  CHECK(ask(algorithm, both) == 0);
  algorithm.update(Context(), 0, 1);
  CHECK(algorithm.index(0) == Approx(1 + std::sqrt(2 * std::log(2.0))).epsilon(1e-15));
  CHECK(algorithm.index(1) == infinity);
  CHECK(ask(algorithm, both) == 1);
  algorithm.update(Context(), 1, 0);
  algorithm.update(Context(), 0, 0);
  // Ages 2, 1, 0: N_0 = 0.25 + 1, mean 0.25 / 1.25 = 0.2; N_1 = 0.5; n = 1.75.
  CHECK(algorithm.index(0) == Approx(0.2 + std::sqrt(2 * std::log(2.75) / 1.25)).epsilon(1e-15));
  CHECK(algorithm.index(1) == Approx(std::sqrt(2 * std::log(2.75) / 0.5)).epsilon(1e-15));
  CHECK(ask(algorithm, both) == 1);
}

TEST_CASE("discounted_ucb: indices and choices are those recomputed from the history") {
  const double discount = GENERATE(0.3, 0.9, 0.99, 1.0);
  const double alpha = GENERATE(0.0, 0.3, 2.0);
  DiscountedUcb algorithm(4, discount, alpha, Ties::lowest);
  std::vector<Event> history;
  for (std::uint64_t t = 0; t < 400; ++t) {
    Draws draws({26}, t);
    const auto pool = random_pool(4, draws);
    std::vector<double> pulls(4);
    std::vector<double> rewards(4);
    double total = 0;
    for (std::size_t i = 0; i < history.size(); ++i) {
      const double weight = std::pow(discount, static_cast<double>(history.size() - 1 - i));
      pulls[history[i].action] += weight;
      rewards[history[i].action] += weight * history[i].reward;
      total += weight;
    }
    const auto index = [&](Action a) {
      if (pulls[a] == 0) return infinity;
      return rewards[a] / pulls[a] + std::sqrt(alpha * std::log(total + 1) / pulls[a]);
    };
    const Action choice = ask(algorithm, ActionSet(pool));
    for (const Action a : pool) {
      if (pulls[a] == 0) {
        CHECK(algorithm.index(a) == infinity);
      } else {
        CHECK(algorithm.index(a) == Approx(index(a)).epsilon(1e-11));
      }
      // Nothing in the pool is better by more than rounding; below it nothing is as good.
      CHECK_FALSE(index(a) > index(choice) * (1 + 1e-11) + 1e-300);
      if (a < choice) CHECK(algorithm.index(a) < algorithm.index(choice));
    }
    const Action played = t % 7 == 6 ? pool[draws.below(static_cast<Action>(pool.size()))] : choice;
    const double reward = draws.uniform() < 0.2 + 0.15 * played ? 1 : 0;
    algorithm.update(Context(), played, reward);
    history.push_back({pool, played, reward});
  }
}

TEST_CASE("discounted_ucb: without a discount it is ucb, bit by bit") {
  for (const Ties ties : {Ties::lowest, Ties::random}) {
    DiscountedUcb discounted(5, 1, 0.7, ties);
    Agent plain =
        make_agent(ties == Ties::lowest ? "ucb{alpha=0.7}" : "ucb{alpha=0.7, ties=\"random\"}", 5);
    std::vector<double> rewards(5);
    learning::ExplorationTerm exploration(5, 0.7);
    for (std::uint64_t t = 0; t < 400; ++t) {
      Draws steps({27}, t);
      const auto pool = random_pool(5, steps);
      Draws first({28}, t);
      Draws second({28}, t);
      const Action choice = plain.choose(Context(), ActionSet(pool), first);
      CHECK(discounted.choose(Context(), ActionSet(pool), second) == choice);
      for (Action a = 0; a < 5; ++a) {
        const double pulls = exploration.pulls(a);
        CHECK(discounted.index(a) == (pulls > 0 ? rewards[a] / pulls : 0) + exploration(a));
      }
      const double reward = steps.uniform();
      discounted.update(Context(), choice, reward);
      plain.update(Context(), ActionSet(pool), choice, reward);
      rewards[choice] += reward;
      exploration.learn(choice, static_cast<double>(t + 2));
    }
  }
}

TEST_CASE("discounted_ucb: an action forgotten long ago keeps its mean and is never NaN") {
  const double alpha = GENERATE(0.0, 2.0);
  DiscountedUcb algorithm(3, 0.5, alpha, Ties::lowest);
  algorithm.update(Context(), 0, 1);
  algorithm.update(Context(), 0, 0);  // mean 0.5 / 1.5
  for (int t = 0; t < 5'000; ++t) algorithm.update(Context(), 1, 0.3);
  if (alpha == 0) {
    CHECK(algorithm.index(0) == Approx(1.0 / 3).epsilon(1e-12));
    CHECK(algorithm.index(1) == Approx(0.3).epsilon(1e-12));
  } else {
    CHECK(algorithm.index(0) > 1e90);
    CHECK(algorithm.index(0) < infinity);
  }
  CHECK(ask(algorithm, ActionSet::all(3)) == 2);  // never learned: before all others
  algorithm.update(Context(), 0, 0);
  algorithm.update(Context(), 2, 0);
  CHECK(algorithm.index(0) < 10);  // learned anew
}

TEST_CASE("discounted_ucb: earns more than ucb where means change") {
  for (const std::string kind : {"abrupt", "smooth"}) {
    const std::string environment = "drifting_arms{arms=5, kind=\"" + kind +
                                    "\", period=" + (kind == "abrupt" ? "1000" : "4000") + "}";
    require_better(environment, "discounted_ucb{discount=0.995, alpha=0.3}", "ucb{alpha=0.3}",
                   8'000, 20);
  }
}

TEST_CASE("discounted_ucb: golden trace") {
  const Log log = testing::golden_log(120);
  CHECK(testing::trace(testing::make_agent("discounted_ucb{discount=0.95}", log), log) ==
        "012222333443334444011111241111112222334444000000000000004444112222222333333344222333433333"
        "333000000000004444411111422444");
  CHECK(testing::trace(
            testing::make_agent("discounted_ucb{discount=0.9, alpha=0.3, ties=\"random\"}", log),
            log) ==
        "221431212240132200202222000220000000000000000000042222222220000004444444444444222441111111"
        "113000000000002222222444444444");
}

TEST_CASE("discounted_ucb: the average of two states, by hand") {
  DiscountedUcb first(3, 0.5, 2, Ties::lowest);
  first.update(Context(), 0, 1);
  DiscountedUcb second(3, 0.5, 2, Ties::lowest);
  second.update(Context(), 0, 0);
  second.update(Context(), 1, 1);
  DiscountedUcb average(3, 0.5, 2, Ties::lowest);
  const DiscountedUcb* states[] = {&first, &second};
  average.become_average_of(states);
  // n_t = (1 + 1.5) / 2; N = (0.75, 0.5), the sums of rewards (0.5, 0.5).
  const double log_n = std::log(1.25 + 1);
  CHECK(average.index(0) == Approx(0.5 / 0.75 + std::sqrt(2 * log_n / 0.75)).epsilon(1e-15));
  CHECK(average.index(1) == Approx(1 + std::sqrt(2 * log_n / 0.5)).epsilon(1e-15));
  CHECK(average.index(2) == infinity);
}

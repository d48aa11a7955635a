#include "algorithms/discounted_thompson/discounted_thompson.hpp"

#include <cmath>

#include "suite/testing/catch.hpp"
#include "suite/testing/paired_play.hpp"
#include "suite/testing/random_history.hpp"

using namespace replaybench;
using namespace replaybench::algorithms;
using namespace replaybench::testing;
using algorithms::discounted_thompson::DiscountedThompson;

namespace {

Action ask(const DiscountedThompson& algorithm, const ActionSet& actions, std::uint64_t step) {
  Draws draws({49}, step);
  return algorithm.choose(Context(), actions, draws);
}

}  // namespace

TEST_CASE("discounted_thompson: both counts fade, by hand") {
  DiscountedThompson algorithm(2, 0.5, 1, 1);
  algorithm.update(Context(), 0, 1);
  algorithm.update(Context(), 0, 0);
  algorithm.update(Context(), 1, 1);
  // Ages 2, 1, 0.
  CHECK(algorithm.successes(0) == 0.25);
  CHECK(algorithm.failures(0) == 0.5);
  CHECK(algorithm.successes(1) == 1);
  CHECK(algorithm.failures(1) == 0);
  // Discount 0: only the last event. Beta(2, 1) against the prior Beta(1, 1): 2/3.
  DiscountedThompson last(2, 0, 1, 1);
  last.update(Context(), 0, 0);
  last.update(Context(), 1, 1);
  constexpr int asked = 40'000;
  int one = 0;
  for (std::uint64_t t = 0; t < asked; ++t) one += ask(last, ActionSet::all(2), t) == 1;
  CHECK(std::fabs(static_cast<double>(one) / asked - 2.0 / 3) < 5 * std::sqrt(2.0 / 9 / asked));
}

TEST_CASE("discounted_thompson: counts and choices are those recomputed from the history") {
  const double discount = GENERATE(0.3, 0.95, 1.0);
  const double alpha = 0.8;
  const double beta = 4;
  DiscountedThompson algorithm(4, discount, alpha, beta);
  std::vector<Event> history;
  for (std::uint64_t t = 0; t < 400; ++t) {
    Draws steps({50}, t);
    const auto pool = random_pool(4, steps);
    std::vector<double> successes(4);
    std::vector<double> failures(4);
    for (std::size_t i = 0; i < history.size(); ++i) {
      const double weight = std::pow(discount, static_cast<double>(history.size() - 1 - i));
      successes[history[i].action] += weight * history[i].reward;
      failures[history[i].action] += weight * (1 - history[i].reward);
    }
    const StreamKey key{Draws({49}, t).bits()};
    Action wanted = pool[0];
    double highest = -1;
    for (const Action a : pool) {
      CHECK(algorithm.successes(a) == Approx(successes[a]).epsilon(1e-11).margin(1e-14));
      CHECK(algorithm.failures(a) == Approx(failures[a]).epsilon(1e-11).margin(1e-14));
      Draws draws(key, a);
      const double theta = draw_beta(draws, alpha + successes[a], beta + failures[a]);
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

TEST_CASE("discounted_thompson: without a discount it is thompson_sampling exactly") {
  DiscountedThompson discounted(5, 1, 0.5, 2);
  Agent plain = make_agent("thompson_sampling{alpha=0.5, beta=2}", 5);
  for (std::uint64_t t = 0; t < 400; ++t) {
    Draws random({53}, t);
    const auto pool = random_pool(5, random);
    Draws first({54}, t);
    Draws second({54}, t);
    const Action choice = plain.choose(Context(), ActionSet(pool), first);
    CHECK(discounted.choose(Context(), ActionSet(pool), second) == choice);
    const double reward = random.uniform();
    discounted.update(Context(), choice, reward);
    plain.update(Context(), ActionSet(pool), choice, reward);
  }
}

TEST_CASE("discounted_thompson: what is long ago is the prior, without a number below the range") {
  DiscountedThompson algorithm(2, 0.9, 1, 1);
  algorithm.update(Context(), 0, 0.5);
  for (int t = 0; t < 20'000; ++t) algorithm.update(Context(), 1, 1);
  CHECK(algorithm.successes(0) == 0);
  CHECK(algorithm.failures(0) == 0);
  CHECK(algorithm.successes(1) == Approx(10).epsilon(1e-12));  // 1 / (1 - 0.9)
}

TEST_CASE("discounted_thompson: earns more than thompson_sampling where means change") {
  for (const std::string kind : {"abrupt", "smooth"}) {
    const std::string environment = "drifting_arms{arms=5, kind=\"" + kind +
                                    "\", period=" + (kind == "abrupt" ? "1000" : "4000") + "}";
    require_better(environment, "discounted_thompson{discount=0.995}", "thompson_sampling", 8'000,
                   20);
  }
}

TEST_CASE("discounted_thompson: golden trace") {
  const Log log = testing::golden_log(120);
  CHECK(testing::trace(testing::make_agent("discounted_thompson{discount=0.9}", log), log) ==
        "124403213434013314342103132223231411311233331234332111213133123313222021334322332333113213"
        "333213331343303431333334133034");
  CHECK(testing::trace(
            testing::make_agent("discounted_thompson{discount=0.95, alpha=0.3, beta=10}", log),
            log) ==
        "344103030410104144444444434444344444443433304034344444144404444444444444444144444444444444"
        "444444444444444444444444444444");
}

TEST_CASE("discounted_thompson: the average of two states, by hand") {
  DiscountedThompson first(2, 0.5, 1, 1);
  first.update(Context(), 0, 1);
  DiscountedThompson second(2, 0.5, 1, 1);
  second.update(Context(), 0, 0);
  second.update(Context(), 1, 1);
  DiscountedThompson average(2, 0.5, 1, 1);
  const DiscountedThompson* states[] = {&first, &second};
  average.become_average_of(states);
  CHECK(average.successes(0) == 0.5);
  CHECK(average.failures(0) == 0.25);  // (0 + 1/2) / 2
  CHECK(average.successes(1) == 0.5);
  CHECK(average.failures(1) == 0);
}

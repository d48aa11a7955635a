#include "algorithms/ucb/ucb.hpp"

#include <cmath>

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/random_history.hpp"

using namespace replaybench;
using algorithms::ucb::Ucb;
using testing::ask;

namespace {

// From the whole history at each call, with the C library's logarithm.
struct BruteForce {
  double alpha;
  std::vector<std::pair<Action, double>> history;

  double index(Action action) const {
    double sum = 0;
    double pulls = 0;
    for (const auto& [played, reward] : history) {
      if (played != action) continue;
      sum += reward;
      ++pulls;
    }
    if (pulls == 0) return std::numeric_limits<double>::infinity();
    return sum / pulls +
           std::sqrt(alpha * std::log(static_cast<double>(history.size() + 1)) / pulls);
  }
};

}  // namespace

TEST_CASE("ucb: the first steps by hand") {
  Ucb algorithm(3, 2, Ties::lowest);
  const ActionSet all = ActionSet::all(3);
  CHECK(ask(algorithm, all) == 0);
  algorithm.update(Context(), 0, 1);
  CHECK(algorithm.index(0) == Approx(1 + std::sqrt(2 * std::log(2.0))).epsilon(1e-15));
  CHECK(ask(algorithm, all) == 1);  // never learned: infinity
  algorithm.update(Context(), 1, 0);
  CHECK(ask(algorithm, all) == 2);
  algorithm.update(Context(), 2, 1);
  // t = 4: 1 + sqrt(2 ln 4) for 0 and 2, the tie goes to 0.
  CHECK(algorithm.index(1) == Approx(std::sqrt(2 * std::log(4.0))).epsilon(1e-15));
  CHECK(ask(algorithm, all) == 0);
  algorithm.update(Context(), 0, 0);
  // t = 5: 0.5 + sqrt(ln 5) = 1.769, sqrt(2 ln 5) = 1.794, 1 + 1.794.
  CHECK(algorithm.index(0) == Approx(0.5 + std::sqrt(std::log(5.0))).epsilon(1e-15));
  CHECK(ask(algorithm, all) == 2);
  const std::vector<Action> pool{0, 1};
  CHECK(ask(algorithm, ActionSet(pool)) == 1);
}

TEST_CASE("ucb: indices and choices are those recomputed from the history") {
  const double alpha = GENERATE(0.1, 1.0, 2.0);
  Ucb algorithm(4, alpha, Ties::lowest);
  BruteForce reference{alpha, {}};
  for (std::uint64_t t = 0; t < 500; ++t) {
    Draws draws({21}, t);
    std::vector<Action> pool;
    for (Action a = 0; a < 4; ++a) {
      if (draws.below(4) > 0) pool.push_back(a);
    }
    if (pool.empty()) pool.push_back(draws.below(4));
    Action wanted = pool[0];
    for (const Action a : pool) {
      if (reference.index(a) > reference.index(wanted)) wanted = a;
      // Two logarithms that differ by an ulp at most, then a product, a quotient, a root and a sum.
      if (std::isfinite(reference.index(a))) {
        CHECK(algorithm.index(a) == Approx(reference.index(a)).epsilon(1e-15));
      } else {
        CHECK(algorithm.index(a) == reference.index(a));
      }
    }
    const Action choice = ask(algorithm, ActionSet(pool));
    CHECK(choice == wanted);
    // Every seventh reward is of an action that was not chosen: an expert overrode it (thesis,
    // algorithm 3, section 1.4.3, p. 21).
    const Action played = t % 7 == 6 ? pool[draws.below(static_cast<Action>(pool.size()))] : choice;
    const double reward = draws.uniform() < 0.2 + 0.15 * played ? 1 : 0;
    algorithm.update(Context(), played, reward);
    reference.history.emplace_back(played, reward);
  }
}

TEST_CASE("ucb: an action that appears late is tried at once") {
  Ucb algorithm(3, 2, Ties::lowest);
  const std::vector<Action> old_pool{0, 2};
  for (int t = 0; t < 50; ++t) algorithm.update(Context(), ask(algorithm, ActionSet(old_pool)), 1);
  CHECK(ask(algorithm, ActionSet::all(3)) == 1);
}

TEST_CASE("ucb: the first reward counts, and t is the number of updates plus one") {
  Ucb zero(1, 0, Ties::lowest);
  zero.update(Context(), 0, 0.25);
  CHECK(zero.index(0) == 0.25);
  Ucb two(1, 2, Ties::lowest);
  two.update(Context(), 0, 0);
  CHECK(two.index(0) == Approx(std::sqrt(2 * std::log(2.0))).epsilon(1e-15));
}

TEST_CASE("ucb: golden trace") {
  const Log log = testing::golden_log(120);
  CHECK(testing::trace(testing::make_agent("ucb", log), log) ==
        "012222333443334444444444440000000000000000000000011222222220000002222333333"
        "323333333433333333444440000001111111111222333");
  CHECK(testing::trace(testing::make_agent("ucb{alpha=0.3, ties=\"random\"}", log), log) ==
        "221431212240132200202222000220000000000000000000002044202224222222222422422"
        "244222444442444044444442222222222222222222444");
}

TEST_CASE("ucb: the average of two states, by hand") {
  Ucb first(3, 2, Ties::lowest);
  first.update(Context(), 0, 1);
  Ucb second(3, 2, Ties::lowest);
  second.update(Context(), 0, 0);
  second.update(Context(), 1, 0);
  second.update(Context(), 1, 1);
  Ucb average(3, 2, Ties::lowest);
  const Ucb* states[] = {&first, &second};
  average.become_average_of(states);
  // t = (2 + 4) / 2; r = (1/2, 1/2, 0) and n = (1, 1, 0).
  for (const Action a : {0u, 1u}) {
    CHECK(average.index(a) == Approx(0.5 + std::sqrt(2 * std::log(3.0))).epsilon(1e-15));
  }
  CHECK(std::isinf(average.index(2)));
  // t goes on from 3: n_1 = 2, r_1 = 3/2.
  average.update(Context(), 1, 1);
  CHECK(average.index(1) == Approx(0.75 + std::sqrt(std::log(4.0))).epsilon(1e-15));
  CHECK(average.index(0) == Approx(0.5 + std::sqrt(2 * std::log(4.0))).epsilon(1e-15));
  // Half a pull, of an action that one of the two had learned.
  second.update(Context(), 2, 1);
  average.become_average_of(states);
  CHECK(average.index(2) == Approx(1 + std::sqrt(2 * std::log(3.5) / 0.5)).epsilon(1e-15));
}

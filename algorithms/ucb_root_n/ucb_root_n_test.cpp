#include "algorithms/ucb_root_n/ucb_root_n.hpp"

#include <cmath>
#include <limits>

#include "suite/model/numerical_failure.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/random_history.hpp"

using namespace replaybench;
using algorithms::ucb_root_n::UcbRootN;
using testing::ask;

TEST_CASE("ucb_root_n: the first steps by hand") {
  UcbRootN algorithm(3, 1, Ties::lowest);
  const ActionSet all = ActionSet::all(3);
  CHECK(ask(algorithm, all) == 0);
  algorithm.update(Context(), 0, 1);
  CHECK(algorithm.index(0) == 2);
  CHECK(ask(algorithm, all) == 1);  // never learned: infinity
  algorithm.update(Context(), 1, 0);
  algorithm.update(Context(), 2, 1);
  CHECK(algorithm.index(1) == 1);
  CHECK(ask(algorithm, all) == 0);
  algorithm.update(Context(), 0, 0);
  CHECK(algorithm.index(0) == Approx(0.5 + 1 / std::sqrt(2.0)).epsilon(1e-15));
  CHECK(ask(algorithm, all) == 2);
  // Other actions' plays change nothing: there is no time in the bound.
  const double before = algorithm.index(1);
  for (int i = 0; i < 100; ++i) algorithm.update(Context(), 2, 1);
  CHECK(algorithm.index(1) == before);
  const std::vector<Action> pool{0, 1};
  CHECK(ask(algorithm, ActionSet(pool)) == 0);
}

TEST_CASE("ucb_root_n: is LinUCB on the constant feature without regularisation") {
  const double alpha = GENERATE(0.1, 1.0, 3.0);
  const std::string text = std::to_string(alpha);
  Agent own = testing::make_agent("ucb_root_n{alpha=" + text + "}", 5);
  Agent other = testing::make_agent("lin_ucb{alpha=" + text + ", lambda=1e-12}", 5);
  const std::vector<double> one{1};
  int agreed = 0;
  constexpr int steps = 2'000;
  for (std::uint64_t t = 0; t < steps; ++t) {
    Draws pools({151}, t);
    const std::vector<Action> pool = testing::random_pool(5, pools);
    Draws draws({152}, t);
    Draws same({152}, t);
    const Action action = own.choose(Context(one), ActionSet(pool), draws);
    agreed += action == other.choose(Context(one), ActionSet(pool), same);
    // Rewards without ties: the two round differently.
    const double reward = 0.1 * action + Draws({153}, t).uniform();
    own.update(Context(one), ActionSet(pool), action, reward);
    other.update(Context(one), ActionSet(pool), action, reward);
  }
  CHECK(agreed == steps);
}

TEST_CASE("ucb_root_n: sums that overflow are refused") {
  UcbRootN algorithm(1, 1, Ties::lowest);
  const double huge = std::numeric_limits<double>::max();
  algorithm.update(Context(), 0, huge);
  CHECK_THROWS_AS(algorithm.update(Context(), 0, huge), NumericalFailure);
  CHECK_THROWS_AS(testing::make_agent("ucb_root_n{alpha=-1}", 2), SpecErrors);
}

TEST_CASE("ucb_root_n: golden trace") {
  const Log log = testing::golden_log(120);
  CHECK(testing::trace(testing::make_agent("ucb_root_n", log), log) ==
        "012222333443334444444444444444444444444444433333333333333333333333333333333"
        "333333333333333333333333333333333333334444444");
}

#include "algorithms/uniform_random/uniform_random.hpp"

#include <cmath>

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"

using namespace replaybench;
using algorithms::uniform_random::UniformRandom;

TEST_CASE("uniform_random: each action of the pool equally often, no other") {
  const UniformRandom policy;
  const std::vector<Action> pool{1, 4, 6, 7};
  int count[8] = {};
  constexpr int asked = 20'000;
  for (std::uint64_t t = 0; t < asked; ++t) {
    Draws draws({41}, t);
    ++count[policy.choose(Context(), ActionSet(pool), draws)];
  }
  CHECK(count[0] + count[2] + count[3] + count[5] == 0);
  // Binomial(20000, 1/4): standard deviation 61; five of them.
  for (const Action a : pool) CHECK(std::abs(count[a] - 5'000) < 306);
}

TEST_CASE("uniform_random: probabilities are one over the size of the pool") {
  const std::vector<Action> pool{1, 4, 6};
  std::vector<double> out(3);
  UniformRandom().probabilities(Context(), ActionSet(pool), out);
  for (const double p : out) CHECK(p == 1.0 / 3);
}

TEST_CASE("uniform_random: golden trace") {
  const Log log = testing::golden_log(60);
  CHECK(testing::trace(testing::make_agent("uniform_random", log), log) ==
        "420111410233101032120022324214440102100414323122141403131200");
}

#include "algorithms/greedy_with_prior/greedy_with_prior.hpp"

#include "suite/testing/catch.hpp"

using namespace replaybench;
using algorithms::greedy_with_prior::GreedyWithPrior;

TEST_CASE("greedy_with_prior leaves an action once its mean is below that of one never played") {
  GreedyWithPrior algorithm(2, 2);
  const Context context;
  Draws draws(StreamKey{1}, 0);
  algorithm.update(context, 0, 0.0);
  REQUIRE(algorithm.choose(context, ActionSet::all(2), draws) == 1);
}

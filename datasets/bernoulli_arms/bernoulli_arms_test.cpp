#include "suite/testing/environments.hpp"

using namespace replaybench;
using namespace replaybench::testing;

TEST_CASE("bernoulli_arms: a step does not depend on what was observed before") {
  require_steps_are_addresses(*dataset_of("bernoulli_arms"));
}

TEST_CASE("bernoulli_arms: each arm pays with its probability, from one uniform number") {
  const auto environment =
      dataset_of("bernoulli_arms{means=[0.5, 0.4, 0, 1]}")->environment({1}, {2});
  REQUIRE(environment->action_count() == 4);
  REQUIRE(environment->dimension() == 1);
  constexpr int steps = 100'000;
  double paid[4] = {};
  double both = 0;
  for (int t = 0; t < steps; ++t) {
    environment->observe(t);
    CHECK(environment->context()[0] == 1);
    for (Action a = 0; a < 4; ++a) paid[a] += environment->reward(a);
    both += environment->reward(0) * environment->reward(1);
  }
  require_near(paid[0] / steps, 0.5, std::sqrt(0.25 / steps));
  require_near(paid[1] / steps, 0.4, std::sqrt(0.24 / steps));
  CHECK(paid[2] == 0);
  CHECK(paid[3] == steps);
  // The tightest pairing: where the worse arm pays, the better one does too.
  CHECK(both == paid[1]);
}

TEST_CASE("bernoulli_arms: the last mean fills the arms") {
  const auto environment =
      dataset_of("bernoulli_arms{arms=20, means=[0.3, 0.1]}")->environment({1}, {2});
  REQUIRE(environment->action_count() == 20);
  const Context context = environment->context();
  CHECK(environment->expected_reward(context, 0, Knowledge::full) == 0.3);
  CHECK(environment->expected_reward(context, 1, Knowledge::posterior) == 0.1);
  CHECK(environment->expected_reward(context, 19, Knowledge::plug_in) == 0.1);
}

TEST_CASE("bernoulli_arms: refuses what does not fit together") {
  CHECK_THROWS_AS(dataset_of("bernoulli_arms{arms=1}"), SpecErrors);
  CHECK_THROWS_AS(dataset_of("bernoulli_arms{means=[]}"), SpecErrors);
  CHECK_THROWS_AS(dataset_of("bernoulli_arms{means=[1.5]}"), SpecErrors);
}

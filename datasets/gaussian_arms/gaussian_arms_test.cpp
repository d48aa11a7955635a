#include "suite/testing/environments.hpp"

using namespace replaybench;
using namespace replaybench::testing;

TEST_CASE("gaussian_arms: a step does not depend on what was observed before") {
  require_steps_are_addresses(*dataset_of("gaussian_arms"));
}

TEST_CASE("gaussian_arms: mean, variance and tails of the rewards") {
  const auto environment =
      dataset_of("gaussian_arms{arms=3, means=[2, -1], standard_deviation=0.5}")
          ->environment({1}, {2});
  REQUIRE(environment->action_count() == 3);
  constexpr int steps = 100'000;
  double sum = 0;
  double squares = 0;
  int far = 0;
  for (int t = 0; t < steps; ++t) {
    environment->observe(t);
    const double deviation = environment->reward(2) + 1;
    CHECK(environment->reward(0) - 2 == Approx(deviation).margin(1e-12));
    sum += deviation;
    squares += deviation * deviation;
    far += std::fabs(deviation) > 0.5 * 1.959963984540054;
  }
  require_near(sum / steps, 0, 0.5 / std::sqrt(steps));
  require_near(squares / steps, 0.25, 0.25 * std::sqrt(2.0 / steps));
  require_near(static_cast<double>(far) / steps, 0.05, std::sqrt(0.05 * 0.95 / steps));
  CHECK(environment->expected_reward(environment->context(), 0, Knowledge::full) == 2);
}

TEST_CASE("gaussian_arms: without deviation the rewards are the means") {
  const auto environment =
      dataset_of("gaussian_arms{means=[1, 2], standard_deviation=0}")->environment({1}, {2});
  environment->observe(7);
  CHECK(environment->reward(0) == 1);
  CHECK(environment->reward(1) == 2);
}

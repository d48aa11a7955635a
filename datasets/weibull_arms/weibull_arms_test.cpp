#include "datasets/weibull_arms/weibull_arms.hpp"

#include <boost/math/distributions/weibull.hpp>

#include "suite/testing/environments.hpp"

using namespace replaybench;
using namespace replaybench::datasets::weibull_arms;
using namespace replaybench::testing;

TEST_CASE("weibull_arms: a step does not depend on what was observed before") {
  require_steps_are_addresses(*dataset_of("weibull_arms"));
  require_steps_are_addresses(*dataset_of("weibull_arms{means=[1, 3], shape=2}"));
}

TEST_CASE("weibull_arms: quantiles are Boost's, whatever the shape") {
  const double shape = GENERATE(0.5, 1.0, 2.0, 7.0);
  const WeibullArms environment({1, 2.5}, shape, {1});
  for (const Action arm : {0, 1}) {
    const double scale = (arm == 0 ? 1 : 2.5) / std::tgamma(1 + 1 / shape);
    const boost::math::weibull_distribution<double> distribution(shape, scale);
    CHECK(mean(distribution) == Approx(arm == 0 ? 1 : 2.5));
    for (const double u : {1e-9, 0.01, 0.3, 0.5, 0.9, 0.999999}) {
      CHECK(environment.reward_quantile(arm, u) ==
            Approx(quantile(distribution, u)).epsilon(1e-12));
    }
    CHECK(environment.reward_quantile(arm, 0) == 0);
  }
}

TEST_CASE("weibull_arms: mean and skewness of the rewards") {
  struct Case {
    const char* text;
    double variance;
    double skewness;
  };
  const auto [text, variance, skewness] =
      GENERATE(Case{"weibull_arms{arms=3, means=[2, 1]}", 1, 2},
               Case{"weibull_arms{arms=3, means=[2, 1], shape=2}", 4 / M_PI - 1, 0.6311106578});
  const auto environment = dataset_of(text)->environment({1}, {2});
  REQUIRE(environment->action_count() == 3);
  CHECK(environment->rewards() == RewardRange::real);
  constexpr int steps = 400'000;
  double sum = 0;
  double squares = 0;
  double cubes = 0;
  double sixth = 0;
  for (int t = 0; t < steps; ++t) {
    environment->observe(t);
    CHECK(environment->reward(0) == Approx(2 * environment->reward(2)));
    const double z = (environment->reward(2) - 1) / std::sqrt(variance);
    sum += z;
    squares += z * z;
    cubes += z * z * z;
    sixth += z * z * z * z * z * z;
  }
  require_near(sum / steps, 0, 1 / std::sqrt(steps));
  require_near(cubes / steps, skewness, std::sqrt(sixth / steps / steps));
  CHECK(squares / steps == Approx(1).epsilon(0.02));
  CHECK(environment->expected_reward(environment->context(), 0, Knowledge::full) == 2);
}

TEST_CASE("weibull_arms: what does not fit together is refused") {
  CHECK_THROWS_AS(dataset_of("weibull_arms{means=[]}"), SpecErrors);
  CHECK_THROWS_AS(dataset_of("weibull_arms{means=[0]}"), SpecErrors);
  CHECK_THROWS_AS(dataset_of("weibull_arms{arms=1, means=[1, 2]}"), SpecErrors);
}

#include "datasets/shared_features/shared_features.hpp"

#include <algorithm>

#include "suite/numeric/moments.hpp"
#include "suite/testing/environments.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using datasets::shared_features::SharedFeatures;

TEST_CASE("shared_features: a step does not depend on what was observed before") {
  require_steps_are_addresses(*dataset_of("shared_features"));
  require_steps_are_addresses(*dataset_of("shared_features{pool=5, period=20}"));
}

TEST_CASE("shared_features: the reward has the probability of the clipped linear score") {
  SharedFeatures environment({.features = 3, .actions = 4, .shared = 0.2, .own = 0.1}, {1}, {2});
  REQUIRE(environment.dimension() == 4);
  constexpr int steps = 40'000;
  double paid[4] = {};
  double expected[4] = {};
  for (int t = 0; t < steps; ++t) {
    environment.observe(t);
    const auto x = environment.context().values();
    REQUIRE(x[3] == 1);
    for (Action a = 0; a < 4; ++a) {
      double score = 0.5;
      for (int i = 0; i < 3; ++i) score += environment.weights(a)[i] * x[i];
      const Context context = environment.context();
      REQUIRE(environment.expected_reward(context, a, Knowledge::posterior) ==
              Approx(score).epsilon(1e-14));
      const double p = environment.expected_reward(context, a, Knowledge::full);
      REQUIRE(p == std::clamp(environment.expected_reward(context, a, Knowledge::plug_in), 0., 1.));
      paid[a] += environment.reward(a);
      expected[a] += p;
    }
  }
  for (int a = 0; a < 4; ++a) {
    require_near(paid[a] / steps, expected[a] / steps, std::sqrt(0.25 / steps));
  }
}

TEST_CASE("shared_features: weights vary by shared^2 between models and by own^2 within one") {
  numeric::Moments own;
  numeric::Moments common;
  for (std::uint64_t m = 0; m < 2000; ++m) {
    const SharedFeatures environment({.features = 2, .actions = 5, .shared = 0.3, .own = 0.1}, {m},
                                     {2});
    numeric::Moments row;
    for (Action a = 0; a < 5; ++a) row.add(environment.weights(a)[1]);
    own.add(row.variance());
    common.add(row.mean);
  }
  require_near(own.mean, 0.01, own.standard_error());
  require_near(common.variance(), 0.09 + 0.01 / 5, 0.092 * std::sqrt(2.0 / 2000));
  // Another replicate, another model; shared = 0 leaves the actions with nothing in common.
  const SharedFeatures apart({.features = 1, .actions = 2, .shared = 0, .own = 0.1}, {1}, {2});
  const SharedFeatures same({.features = 1, .actions = 2, .shared = 0.1, .own = 0}, {1}, {2});
  CHECK(apart.weights(0)[0] != apart.weights(1)[0]);
  CHECK(same.weights(0)[0] == same.weights(1)[0]);
}

TEST_CASE("shared_features: the oldest action leaves and the next comes, until all have come") {
  SharedFeatures environment({.features = 1, .actions = 5, .pool = 3, .period = 10}, {1}, {2});
  REQUIRE(environment.has_pools());
  const auto first_at = [&](std::uint64_t step) {
    environment.observe(step);
    const ActionSet pool = environment.actions();
    REQUIRE(pool.size() == 3);
    REQUIRE(pool[2] == pool[0] + 2);
    return pool[0];
  };
  CHECK(first_at(0) == 0);
  CHECK(first_at(9) == 0);
  CHECK(first_at(10) == 1);
  CHECK(first_at(20) == 2);
  CHECK(first_at(1'000'000) == 2);
  CHECK(first_at(0) == 0);
  CHECK_FALSE(SharedFeatures({.features = 1, .actions = 5}, {1}, {2}).has_pools());
}

TEST_CASE("shared_features: refuses what is out of range") {
  CHECK_THROWS_AS(dataset_of("shared_features{features=0}"), SpecErrors);
  CHECK_THROWS_AS(dataset_of("shared_features{actions=0}"), SpecErrors);
  CHECK_THROWS_AS(dataset_of("shared_features{base=2}"), SpecErrors);
  CHECK_THROWS_AS(dataset_of("shared_features{actions=3, pool=4}"), SpecErrors);
  CHECK_THROWS_AS(dataset_of("shared_features{pool=2, period=0}"), SpecErrors);
  CHECK_THROWS_AS(dataset_of("shared_features{shared=-1}"), SpecErrors);
}

#include "datasets/tabular/tabular.hpp"

#include "suite/testing/environments.hpp"

using namespace replaybench;
using namespace replaybench::datasets::tabular;
using namespace replaybench::testing;

TEST_CASE("tabular: a step does not depend on what was observed before") {
  require_steps_are_addresses(*dataset_of("tabular"));
}

TEST_CASE("tabular: frequencies of contexts and rewards") {
  // Contexts that cannot occur stand at both ends, where a wrong comparison would let them in.
  const auto environment = dataset_of(
                               "tabular{probabilities=[0, 0.2, 0.5, 0.3, 0], actions=2, "
                               "means=[0.5,0.5, 0.1,0.9, 0,1, 0.3,0.7, 0.5,0.5]}")
                               ->environment({1}, {2});
  REQUIRE(environment->dimension() == 5);
  const double rho[5] = {0, 0.2, 0.5, 0.3, 0};
  const double mu[5][2] = {{0.5, 0.5}, {0.1, 0.9}, {0, 1}, {0.3, 0.7}, {0.5, 0.5}};
  constexpr int steps = 100'000;
  double seen[5] = {};
  double paid[5][2] = {};
  for (int t = 0; t < steps; ++t) {
    environment->observe(t);
    const Context context = environment->context();
    int hot = 0;
    double total = 0;
    for (int i = 0; i < 5; ++i) {
      total += context[i];
      if (context[i] == 1) hot = i;
    }
    CHECK(total == 1);
    ++seen[hot];
    for (Action a = 0; a < 2; ++a) {
      paid[hot][a] += environment->reward(a);
      CHECK(environment->expected_reward(context, a, Knowledge::full) == mu[hot][a]);
    }
  }
  CHECK(seen[0] == 0);
  CHECK(seen[4] == 0);
  for (int i = 1; i < 4; ++i) {
    require_near(seen[i] / steps, rho[i], std::sqrt(rho[i] * (1 - rho[i]) / steps));
    for (int a = 0; a < 2; ++a) {
      require_near(paid[i][a] / seen[i], mu[i][a], std::sqrt(mu[i][a] * (1 - mu[i][a]) / seen[i]));
    }
  }
}

TEST_CASE("tabular: what a sum below 1 leaves goes to the last context that can occur") {
  Tabular environment({0.25, 0.25, 0}, {0, 0, 0}, 1, {1});
  int second = 0;
  for (int t = 0; t < 10'000; ++t) {
    environment.observe(t);
    CHECK(environment.context()[2] == 0);
    second += environment.context()[1] == 1;
  }
  require_near(second / 1e4, 0.75, std::sqrt(0.75 * 0.25 / 1e4));
}

TEST_CASE("tabular: its distribution can be enumerated") {
  const auto environment = dataset_of("tabular{probabilities=[0.25, 0.75], means=[0, 0.1, 0.2, 1]}")
                               ->environment({1}, {2});
  const auto* distribution = dynamic_cast<const EnumerableEnvironment*>(environment.get());
  REQUIRE(distribution);
  CHECK(distribution->context_count() == 2);
  CHECK(distribution->context_probability(1) == 0.75);
  CHECK(distribution->reward_probability(1, 0) == 0.2);
  CHECK(distribution->reward_probability(0, 1) == 0.1);
  CHECK(distribution->context_at(1)[0] == 0);
  CHECK(distribution->context_at(1)[1] == 1);
}

TEST_CASE("tabular: refuses what does not fit together") {
  CHECK_THROWS_AS(dataset_of("tabular{probabilities=[0.5, 0.4]}"), SpecErrors);
  CHECK_THROWS_AS(dataset_of("tabular{means=[0, 0, 0]}"), SpecErrors);
  CHECK_THROWS_AS(dataset_of("tabular{probabilities=[]}"), SpecErrors);
}

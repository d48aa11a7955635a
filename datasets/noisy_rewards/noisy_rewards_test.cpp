#include "datasets/noisy_rewards/noisy_rewards.hpp"

#include "suite/testing/environments.hpp"

using namespace replaybench;
using namespace replaybench::datasets::noisy_rewards;
using namespace replaybench::testing;

TEST_CASE("noisy_rewards: a step does not depend on what was observed before") {
  require_steps_are_addresses(*dataset_of("noisy_rewards{p1=0.6, p0=0.3}"));
}

TEST_CASE("noisy_rewards: p1 = 1 and p0 = 0 is the inner environment, bit for bit") {
  const auto plain = dataset_of("gaussian_classes{classes=4}")->environment({1}, {2});
  const auto noisy = dataset_of("noisy_rewards{of=\"gaussian_classes{classes=4}\", p1=1, p0=0}")
                         ->environment({1}, {2});
  for (std::uint64_t t = 0; t < 200; ++t) CHECK(shown_at(*noisy, t) == shown_at(*plain, t));
}

TEST_CASE("noisy_rewards: frequencies are p1 for the class, p0 for the others, plus the offset") {
  const auto environment =
      dataset_of(
          "noisy_rewards{of=\"gaussian_classes{classes=3, features=2}\", p1=0.4, "
          "p0=0.1, offsets=[0, 0.2]}")
          ->environment({1}, {2});
  REQUIRE(environment->hidden_dimension() == 1);
  double rewards[3][2] = {};
  double count[3][2] = {};
  for (std::uint64_t t = 0; t < 60'000; ++t) {
    environment->observe(t);
    const Context context = environment->context();
    for (Action a = 0; a < 3; ++a) {
      const int right = context.hidden()[0] == a ? 1 : 0;
      rewards[a][right] += environment->reward(a);
      count[a][right] += 1;
      CHECK(environment->expected_reward(context, a, Knowledge::full) ==
            Approx(0.1 + 0.3 * right + (a == 1 ? 0.2 : 0)).epsilon(1e-14));
    }
  }
  for (Action a = 0; a < 3; ++a) {
    for (const int right : {0, 1}) {
      const double p = 0.1 + 0.3 * right + (a == 1 ? 0.2 : 0);
      require_near(rewards[a][right] / count[a][right], p,
                   std::sqrt(p * (1 - p) / count[a][right]));
    }
  }
}

TEST_CASE("noisy_rewards: a written distribution stays one") {
  const std::string table =
      "tabular{actions=2, probabilities=[0.25, 0.75], means=[0.2, 0.7, 0.6, 0.4]}";
  const auto environment =
      dataset_of("noisy_rewards{of=\"" + table + "\", p1=0.5, p0=0.1}")->environment({1}, {2});
  const auto* distribution = dynamic_cast<const EnumerableEnvironment*>(environment.get());
  REQUIRE(distribution);
  CHECK(distribution->context_count() == 2);
  CHECK(distribution->context_probability(1) == 0.75);
  CHECK(distribution->reward_probability(0, 1) == Approx(0.1 + 0.4 * 0.7).epsilon(1e-15));
  CHECK(distribution->context_at(1)[1] == 1);
  const auto clouds = dataset_of("noisy_rewards")->environment({1}, {2});
  CHECK_FALSE(dynamic_cast<const EnumerableEnvironment*>(clouds.get()));
}

TEST_CASE("noisy_rewards: what is refused") {
  CHECK_THROWS_AS(dataset_of("noisy_rewards{of=\"gaussian_clases\"}"), SpecErrors);
  const auto make = [](const std::string& text) { dataset_of(text)->environment({1}, {2}); };
  CHECK_THROWS_AS(make("noisy_rewards{of=\"gaussian_arms\"}"), SpecErrors);
  CHECK_THROWS_AS(make("noisy_rewards{p1=0.9, offsets=[0.2]}"), SpecErrors);
  CHECK_THROWS_AS(make("noisy_rewards{p0=0, offsets=[-0.2]}"), SpecErrors);
  CHECK_THROWS_AS(make("noisy_rewards{of=\"gaussian_classes{classes=2}\", offsets=[0, 0, 0]}"),
                  SpecErrors);
}

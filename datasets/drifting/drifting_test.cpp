#include "suite/testing/environments.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

std::unique_ptr<Environment> drifting_environment(const std::string& parameters) {
  return dataset_of("drifting{" + parameters + "}")->environment({1}, {2});
}

double mean_of(Environment& environment, std::uint64_t step, Action action) {
  environment.observe(step);
  return environment.expected_reward(environment.context(), action, Knowledge::full);
}

const std::string four_arms = "bernoulli_arms{means=[0.1, 0.3, 0.5, 0.9]}";

}  // namespace

TEST_CASE("drifting: a step does not depend on what was observed before") {
  require_steps_are_addresses(*dataset_of("drifting{period=7}"));
  for (const std::string kind : {"linear", "seasonal"}) {
    require_steps_are_addresses(
        *dataset_of("drifting{of=\"linear_model\", kind=" + kind + ", period=50, share=0.6}"));
  }
}

TEST_CASE("drifting: a share of 0 is the simulator itself, bit for bit") {
  for (const std::string inner : {"linear_model", "gaussian_arms", "gaussian_classes"}) {
    const auto plain = dataset_of(inner)->environment({1}, {2});
    for (const std::string kind : {"abrupt", "linear", "seasonal"}) {
      const auto still =
          drifting_environment("of=\"" + inner + "\", kind=" + kind + ", period=10, share=0");
      CHECK(still->rewards() == plain->rewards());
      for (std::uint64_t t = 0; t < 200; ++t) CHECK(shown_at(*still, t) == shown_at(*plain, t));
    }
  }
}

TEST_CASE("drifting: before the first change an abrupt world is the simulator itself") {
  const auto plain = dataset_of("linear_model")->environment({1}, {2});
  const auto changing = drifting_environment("of=\"linear_model\", period=60");
  for (std::uint64_t t = 0; t < 60; ++t) CHECK(shown_at(*changing, t) == shown_at(*plain, t));
}

TEST_CASE("drifting: an abrupt change moves the rewards by one action, contexts stay") {
  const auto plain = dataset_of("linear_model")->environment({1}, {2});
  const auto changing = drifting_environment("of=\"linear_model\", period=10");
  const Action actions = plain->action_count();
  for (std::uint64_t t = 0; t < 250; ++t) {
    plain->observe(t);
    changing->observe(t);
    CHECK(std::ranges::equal(plain->context().values(), changing->context().values()));
    for (Action a = 0; a < actions; ++a) {
      const auto from = static_cast<Action>((a + t / 10) % actions);
      CHECK(changing->reward(a) == plain->reward(from));
      CHECK(changing->expected_reward(changing->context(), a, Knowledge::full) ==
            plain->expected_reward(plain->context(), from, Knowledge::full));
    }
  }
}

TEST_CASE("drifting: linear means are broken lines, of which a share may stay") {
  const auto environment =
      drifting_environment("of=\"" + four_arms + "\", kind=linear, period=100, share=0.5");
  const double means[4] = {0.1, 0.3, 0.5, 0.9};
  for (const std::uint64_t t : {0u, 25u, 99u, 100u, 150u, 399u, 410u}) {
    const double f = static_cast<double>(t % 100) / 100;
    for (Action a = 0; a < 4; ++a) {
      const double drifted = (1 - f) * means[(a + t / 100) % 4] + f * means[(a + t / 100 + 1) % 4];
      CHECK(mean_of(*environment, t, a) == Approx(0.5 * means[a] + 0.5 * drifted).epsilon(1e-14));
    }
  }
}

TEST_CASE("drifting: a season swaps two tastes and is back after a period") {
  const auto environment =
      drifting_environment("of=\"" + four_arms + "\", kind=seasonal, period=200");
  CHECK(mean_of(*environment, 0, 3) == 0.9);
  CHECK(mean_of(*environment, 50, 3) == Approx(0.5).epsilon(1e-14));
  CHECK(mean_of(*environment, 100, 3) == Approx(0.1).epsilon(1e-14));
  CHECK(mean_of(*environment, 100, 0) == Approx(0.3).epsilon(1e-14));
  for (std::uint64_t t = 0; t < 200; t += 13) {
    CHECK(mean_of(*environment, t, 1) == mean_of(*environment, t + 1'000'000'000'000'000, 1));
  }
}

TEST_CASE("drifting: rewards have the mean of their step") {
  for (const std::string kind : {"abrupt", "linear", "seasonal"}) {
    const auto environment =
        drifting_environment("of=\"" + four_arms + "\", kind=" + kind + ", period=500, share=0.7");
    double excess = 0;
    double variance = 0;
    for (std::uint64_t t = 0; t < 40'000; ++t) {
      const double mean = mean_of(*environment, t, 2);
      excess += environment->reward(2) - mean;
      variance += mean * (1 - mean);
    }
    require_near(excess, 0, std::sqrt(variance));
  }
}

TEST_CASE("drifting: a drift within a drift draws apart from it") {
  // Were the two draws the same, both would drift together or neither: their means would not be
  // those of the environment.
  const auto environment = drifting_environment(
      "of=\"drifting{of=bernoulli_arms, period=1, share=0.5}\", period=1, share=0.5");
  double excess = 0;
  double variance = 0;
  for (std::uint64_t t = 0; t < 40'000; ++t) {
    const double mean = mean_of(*environment, 2 * t + 1, 0);
    excess += environment->reward(0) - mean;
    variance += mean * (1 - mean);
  }
  require_near(excess, 0, std::sqrt(variance));
}

TEST_CASE("drifting: what is refused") {
  CHECK_THROWS_AS(dataset_of("drifting{of=\"linear_modell\"}"), SpecErrors);
  CHECK_THROWS_AS(dataset_of("drifting{period=0}"), SpecErrors);
  CHECK_THROWS_AS(dataset_of("drifting{share=1.5}"), SpecErrors);
  CHECK_THROWS_AS(drifting_environment("of=\"pool_segments\""), SpecErrors);
  CHECK_THROWS_AS(drifting_environment("of=\"delayed{delay=3}\""), SpecErrors);
}

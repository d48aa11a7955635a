#include <algorithm>

#include "suite/testing/environments.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

double mean_at(Environment& environment, std::uint64_t step, Action action) {
  environment.observe(step);
  return environment.expected_reward(environment.context(), action, Knowledge::full);
}

}  // namespace

TEST_CASE("drifting_arms: a step does not depend on what was observed before") {
  require_steps_are_addresses(*dataset_of("drifting_arms{period=7}"));
  require_steps_are_addresses(*dataset_of("drifting_arms{kind=\"smooth\", period=50}"));
}

TEST_CASE("drifting_arms: abrupt means stay for a period, then all change") {
  const auto environment = dataset_of("drifting_arms{arms=4, period=10}")->environment({1}, {2});
  REQUIRE(environment->action_count() == 4);
  REQUIRE(environment->dimension() == 1);
  // Before any observation, the means of step 0.
  const double first = environment->expected_reward(environment->context(), 2, Knowledge::full);
  CHECK(first == mean_at(*environment, 0, 2));
  for (Action a = 0; a < 4; ++a) {
    for (std::uint64_t t = 1; t < 200; ++t) {
      const bool same = mean_at(*environment, t, a) == mean_at(*environment, t - 1, a);
      CHECK(same == (t % 10 != 0));
    }
  }
}

TEST_CASE("drifting_arms: abrupt means are uniform between lowest and highest") {
  const auto environment =
      dataset_of("drifting_arms{arms=3, lowest=0.2, highest=0.6, period=1}")->environment({1}, {2});
  constexpr int steps = 20'000;
  double sum = 0;
  double squares = 0;
  double least = 1;
  double most = 0;
  for (int t = 0; t < steps; ++t) {
    const double mean = mean_at(*environment, static_cast<std::uint64_t>(t), 1);
    sum += mean;
    squares += (mean - 0.4) * (mean - 0.4);
    least = std::min(least, mean);
    most = std::max(most, mean);
  }
  const double variance = 0.4 * 0.4 / 12;
  require_near(sum / steps, 0.4, std::sqrt(variance / steps));
  // Fourth central moment width^4 / 80, less the square of the variance.
  require_near(squares / steps, variance, std::sqrt((0.0256 / 80 - variance * variance) / steps));
  CHECK((least >= 0.2 && least < 0.201));
  CHECK((most <= 0.6 && most > 0.599));
}

TEST_CASE("drifting_arms: smooth means are sines of the period, each with its phase") {
  const auto environment =
      dataset_of("drifting_arms{arms=5, kind=\"smooth\", lowest=0.1, highest=0.5, period=1000}")
          ->environment({1}, {2});
  std::vector<double> phases;
  for (Action a = 0; a < 5; ++a) {
    // From the steps 0 and 250, a quarter of a turn apart: sine and cosine of the phase.
    const double sine = (mean_at(*environment, 0, a) - 0.3) / 0.2;
    const double cosine = (mean_at(*environment, 250, a) - 0.3) / 0.2;
    CHECK(sine * sine + cosine * cosine == Approx(1).epsilon(1e-12));
    phases.push_back(std::atan2(sine, cosine));
    for (std::uint64_t t = 0; t < 3'000; t += 37) {
      const double turn = 2 * 3.14159265358979323846 * static_cast<double>(t) / 1000;
      CHECK(mean_at(*environment, t, a) ==
            Approx(0.3 + 0.2 * std::sin(turn + phases[a])).epsilon(1e-11));
    }
    // Far away the curve is as exact as at the beginning.
    CHECK(mean_at(*environment, 1'000'000'000'000'000'123u, a) == mean_at(*environment, 123, a));
  }
  for (Action a = 1; a < 5; ++a) CHECK(std::fabs(phases[a] - phases[0]) > 1e-3);
}

TEST_CASE("drifting_arms: rewards have the mean of their step") {
  for (const std::string kind : {"abrupt", "smooth"}) {
    const auto environment = dataset_of("drifting_arms{arms=3, kind=\"" + kind + "\", period=500}")
                                 ->environment({1}, {2});
    constexpr int steps = 40'000;
    double excess = 0;
    double variance = 0;
    for (int t = 0; t < steps; ++t) {
      const double mean = mean_at(*environment, static_cast<std::uint64_t>(t), 2);
      excess += environment->reward(2) - mean;
      variance += mean * (1 - mean);
    }
    require_near(excess, 0, std::sqrt(variance));
  }
}

TEST_CASE("drifting_arms: the curves are the model's, whatever the environment") {
  for (const std::string kind : {"abrupt", "smooth"}) {
    const auto data = dataset_of("drifting_arms{kind=\"" + kind + "\", period=20}");
    const auto live = data->environment({1}, {2});
    const auto logged = data->environment({1}, {3});
    const auto other = data->environment({4}, {2});
    int changed = 0;
    for (std::uint64_t t = 0; t < 100; ++t) {
      CHECK(mean_at(*live, t, 5) == mean_at(*logged, t, 5));
      changed += mean_at(*live, t, 5) != mean_at(*other, t, 5);
    }
    CHECK(changed == 100);
  }
}

TEST_CASE("drifting_arms: refuses what does not fit together") {
  CHECK_THROWS_AS(dataset_of("drifting_arms{lowest=0.6, highest=0.5}"), SpecErrors);
  CHECK_THROWS_AS(dataset_of("drifting_arms{period=0}"), SpecErrors);
  CHECK_THROWS_AS(dataset_of("drifting_arms{arms=0}"), SpecErrors);
  CHECK_NOTHROW(dataset_of("drifting_arms{lowest=0.5, highest=0.5}"));
}

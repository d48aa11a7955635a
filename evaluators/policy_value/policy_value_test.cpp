#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

TEST_CASE("policy_value: a table by hand") {
  const auto data =
      dataset_of("tabular{actions=2, probabilities=[0.25, 0.75], means=[0.2, 0.6, 0.4, 0.1]}");
  const auto row = rows_of("policy_value", trial_of(*data, Agent(Stochastic{{0.5, 0.5}}), 10))[0];
  CHECK(row.step == 10);
  CHECK(row.values[0] == Approx(0.25 * 0.4 + 0.75 * 0.25).epsilon(1e-15));
  CHECK(row.values[1] == Approx(0.25 * 0.6 + 0.75 * 0.4).epsilon(1e-15));
  CHECK(row.values[2] == Approx(0.25 * 0.2 + 0.75 * 0.4).epsilon(1e-15));
  CHECK(row.values[3] == Approx(row.values[0]).epsilon(1e-15));
  CHECK(row.values[4] == 2);
}

TEST_CASE("policy_value: live play tends to it") {
  const auto data = dataset_of(
      "noisy_rewards{of=\"tabular{actions=3, probabilities=[0.3, 0.7], means=[0.2, 0.6, 0.4, 0.1, "
      "0.5, 0.9]}\", p1=0.5, p0=0.1}");
  const Agent policy(Stochastic{{0.2, 0.3, 0.5}});
  const double exact = value_of("policy_value", "estimate", trial_of(*data, policy, 1));
  const Trial live = trial_of(*data, policy, 100'000);
  require_near(value_of("online", "estimate", live), exact,
               value_of("online", "standard_error", live));
}

TEST_CASE("policy_value: what is refused") {
  const auto table = dataset_of("tabular{actions=2, probabilities=[1], means=[0.2, 0.6]}");
  CHECK_THROWS_AS(rows_of("policy_value", trial_of(*table, Agent(Alternating{}), 1)),
                  NotApplicable);
  CHECK_THROWS_AS(rows_of("policy_value", trial_of(*table, Agent(Always{0}), 1)), NotApplicable);
  const auto clouds = dataset_of("gaussian_classes");
  CHECK_THROWS_AS(rows_of("policy_value", trial_of(*clouds, Agent(Stochastic{}), 1)),
                  NotApplicable);
}

#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

TEST_CASE("online: a static policy's mean, error and expected reward") {
  const auto dataset = dataset_of("bernoulli_arms{means=[0.5, 0.3]}");
  const auto rows = rows_of("online", trial_of(*dataset, Agent(Always{1}), 50'000));
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].step == 50'000);
  const double truth = std::sqrt(0.21 / 50'000);
  require_near(rows[0].values[0], 0.3, truth);
  CHECK(rows[0].values[1] == Approx(truth).epsilon(0.02));
  CHECK(rows[0].values[2] == 50'000);
  CHECK(rows[0].values[3] == 50'000);
  CHECK(rows[0].values[4] == Approx(0.3).epsilon(1e-10));
}

TEST_CASE("online: deterministic rewards, checkpoints by hand") {
  const auto dataset = dataset_of("gaussian_arms{means=[1, 2], standard_deviation=0}");
  const auto rows =
      rows_of("online{checkpoints=[1, 2, 5, 100]}", trial_of(*dataset, Agent(Alternating{}), 7));
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].step == 1);
  CHECK(rows[0].values[0] == 1);
  CHECK(std::isnan(rows[0].values[1]));
  CHECK(rows[1].values[0] == 1.5);
  CHECK(rows[1].values[1] == Approx(0.5));
  CHECK(rows[2].step == 5);
  CHECK(rows[2].values[0] == Approx(7.0 / 5));
  CHECK(rows[2].values[4] == Approx(7.0 / 5));
}

TEST_CASE("online: live contexts are not those of the log") {
  // Policy and action are equal, but the rewards of the live stream differ from the logged rewards.
  const auto dataset = dataset_of("gaussian_arms{means=[0]}");
  const Trial trial = trial_of(*dataset, Agent(Always{0}), 100, 0, Agent(Always{0}));
  CHECK(value_of("online", "estimate", trial) != value_of("replay", "estimate", trial));
}

TEST_CASE("online: needs a simulator and a horizon") {
  const LogDataset file(plain_log(2, {0}, {1}));
  CHECK_THROWS_AS(rows_of("online", trial_of(file, Agent(Always{0}), 5)), NotApplicable);
  const auto dataset = dataset_of("bernoulli_arms");
  CHECK_THROWS_AS(rows_of("online", trial_of(*dataset, Agent(Always{0}))), NotApplicable);
  CHECK_THROWS_AS(evaluator_of("online{checkpoints=[0]}"), SpecErrors);
}

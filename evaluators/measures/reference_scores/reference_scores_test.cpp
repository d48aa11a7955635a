#include "suite/component/reference_evaluator.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

TEST_CASE("reference_scores: arms that stand still, by hand") {
  const auto dataset = dataset_of("bernoulli_arms{means=[0.2, 0.8, 0.5]}");
  const auto rows = rows_of("reference_scores", trial_of(*dataset, Agent(Always{0}), 10'000));
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].step == 10'000);
  require_near(rows[0].values[0], 0.8, std::sqrt(0.16 / 10'000));
  CHECK(rows[0].values[1] == Approx(0.8).epsilon(1e-12));
  CHECK(rows[0].values[2] == Approx(0.8).epsilon(1e-12));
  CHECK(rows[0].values[3] == Approx(0.5).epsilon(1e-12));
}

TEST_CASE("reference_scores: where means change, the best policy changes with them") {
  const auto dataset = dataset_of("drifting_arms{arms=4, period=5}");
  const auto row = rows_of("reference_scores", trial_of(*dataset, Agent(Always{0}), 200)).at(0);
  CHECK(row.values[1] > row.values[2] + 0.05);
  CHECK(row.values[2] > row.values[3]);
}

TEST_CASE("reference_scores: the environment is the one that direct play meets") {
  const auto dataset = dataset_of("gaussian_arms{means=[1]}");
  const Trial trial = trial_of(*dataset, Agent(Always{0}), 50);
  // Up to the order of additions.
  CHECK(value_of("reference_scores", "estimate", trial) ==
        Approx(value_of("online", "estimate", trial)).epsilon(1e-13));
}

TEST_CASE("reference_scores: needs a simulator and a horizon") {
  const LogDataset file(plain_log(2, {0}, {1}));
  CHECK_THROWS_AS(rows_of("reference_scores", trial_of(file, Agent(Always{0}), 1)), NotApplicable);
  const auto dataset = dataset_of("bernoulli_arms");
  CHECK_THROWS_AS(rows_of("reference_scores", trial_of(*dataset, Agent(Always{0}))), NotApplicable);
}

TEST_CASE("reference_scores: a reference, unlike an evaluator of logs") {
  for (const EvaluatorDescription* evaluator : evaluators_table()) {
    if (evaluator->name == "reference_scores") CHECK(is_reference(*evaluator));
    if (evaluator->name == "replay") CHECK_FALSE(is_reference(*evaluator));
  }
}

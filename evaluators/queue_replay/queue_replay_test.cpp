#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

TEST_CASE("queue_replay: five records by hand") {
  const LogDataset dataset(plain_log(2, {0, 1, 0, 1, 1}, {1, 2, 3, 4, 5}));
  // 0, 1, 0, 1, and no third record of action 0.
  const auto row = rows_of("queue_replay", trial_of(dataset, Agent(Alternating{})))[0];
  CHECK(row.step == 5);
  CHECK(row.values[0] == 2.5);
  CHECK(row.values[2] == 4);
  CHECK(row.values[3] == 5);
  CHECK(row.values[4] == 1);
  CHECK(value_of("queue_replay", "estimate", trial_of(dataset, Agent(Always{1}))) ==
        Approx(11.0 / 3));
  const auto rows =
      rows_of("queue_replay{checkpoints=[1, 3, 5]}", trial_of(dataset, Agent(Alternating{})));
  REQUIRE(rows.size() == 2);
  CHECK(rows[1].step == 3);
  CHECK(rows[1].values[0] == 2);
}

TEST_CASE("queue_replay: a queue for each context, whose rewards come in the order of the log") {
  // Contexts A B A B A; the second feature is the constant.
  Log log = plain_log(2, {1, 0, 0, 0, 0}, {10, 1, 2, 3, 4});
  log.dimension = 2;
  log.contexts = {0, 1, 1, 1, 0, 1, 1, 1, 0, 1};
  const LogDataset dataset(log);
  // Always 0 in A, B, A, B, A: rewards 2, 1, 4, 3, then none is left in A.
  const auto row = rows_of("queue_replay", trial_of(dataset, Agent(Always{0})))[0].values;
  CHECK(row[0] == 2.5);
  CHECK(row[2] == 4);
  CHECK(row[4] == 2);
}

TEST_CASE("queue_replay: right for a learner whatever the logging policy") {
  const auto dataset = dataset_of("gaussian_arms{means=[1, 2], standard_deviation=0}");
  const Trial trial =
      trial_of(*dataset, Agent(Alternating{}), 2'000, 0, Agent(Stochastic{{0.1, 0.9}}));
  const auto row = rows_of("queue_replay", trial)[0].values;
  CHECK(row[0] == Approx(1.5).margin(2e-3));
  // Twice the records of the rarer action.
  require_near(row[2] / 4'000, 0.1, std::sqrt(0.09 / 2'000));
}

TEST_CASE("queue_replay: too many contexts are refused, an empty log is not") {
  Log log = plain_log(1, {0, 0, 0}, {1, 1, 0});
  log.dimension = 1;
  log.contexts = {0.1, 0.2, 0.3};
  const LogDataset dataset(log);
  CHECK_THROWS_WITH(rows_of("queue_replay{most_contexts=2}", trial_of(dataset, Agent(Always{0}))),
                    Catch::Matchers::Contains("first 3 records") &&
                        Catch::Matchers::Contains("more than 2 distinct contexts"));
  CHECK(value_of("queue_replay{most_contexts=3}", "accepted",
                 trial_of(dataset, Agent(Always{0}))) == 3);
}

#include "suite/testing/catch.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

// Pools {0, 2} for 3 records, {0, 2, 3} for 4, {1, 3} for 3: 0 and 2 stay together for the first 7. The
// features of record 1 are the constant alone.
Log three_pools() {
  Log log = plain_log(4, {0, 2, 2, 3, 0, 2, 3, 1, 3, 1}, {1, 1, 0, 1, 1, 1, 0, 1, 1, 1});
  const auto first = log.pool_table.intern({0, 2});
  const auto second = log.pool_table.intern({0, 2, 3});
  const auto third = log.pool_table.intern({1, 3});
  for (std::size_t i = 0; i < 10; ++i) log.pools.push_back(i < 3 ? first : i < 7 ? second : third);
  log.dimension = 2;
  for (std::size_t i = 0; i < 10; ++i) {
    log.contexts.push_back(i == 1 ? 0 : 0.5);
    log.contexts.push_back(1);
  }
  log.action_names = {"a", "b", "c", "d"};
  return log;
}

double value_of(const std::string& text, const Trial& trial, const std::string& column) {
  const auto evaluator = evaluator_of(text);
  const auto rows = rows_of(*evaluator, trial);
  REQUIRE(rows.size() == 1);
  const auto columns = evaluator->columns();
  const auto place = std::find(columns.begin(), columns.end(), column);
  REQUIRE(place != columns.end());
  return rows[0].values[static_cast<std::size_t>(place - columns.begin())];
}

}  // namespace

TEST_CASE("stay_together: the records of the actions that stay, numbered anew") {
  const LogDataset dataset(three_pools());
  // Action 1 of the part is 2 of the log: records 2 and 5 with features, one rewarded.
  const Trial trial = trial_of(dataset, Agent(Always{1}));
  const std::string two = "stay_together{actions=2}";
  CHECK(value_of(two, trial, "first") == 0);
  CHECK(value_of(two, trial, "part_records") == 7);
  CHECK(value_of(two, trial, "kept") == 4);  // 0, 2, 4, 5
  CHECK(value_of(two, trial, "kept_reward") == 0.75);
  CHECK(value_of(two, trial, "accepted") == 2);
  CHECK(value_of(two, trial, "estimate") == 0.5);
  const std::string all = "stay_together{actions=2, featureless=true}";
  CHECK(value_of(all, trial, "kept") == 5);
  CHECK(value_of(all, trial, "kept_reward") == 0.8);
  CHECK(value_of(all, trial, "accepted") == 3);
}

TEST_CASE("stay_together: what it refuses") {
  const LogDataset dataset(three_pools());
  const Trial trial = trial_of(dataset, Agent(Always{0}));
  CHECK_THROWS_AS(rows_of("stay_together{actions=4}", trial), NotApplicable);
  const LogDataset none(plain_log(2, {}, {}));
  CHECK_THROWS_AS(rows_of("stay_together{actions=1}", trial_of(none, Agent(Always{0}))),
                  NotApplicable);
  CHECK_THROWS_AS(evaluator_of("stay_together{actions=0}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("stay_together{of=\"online\"}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("stay_together{of=\"stay_together\"}"), SpecErrors);
}

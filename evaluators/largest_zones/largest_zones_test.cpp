#include "suite/testing/catch.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

// Three zones of 4, 6 and 2 records; pools {0, 2}, {1, 2, 3}, {0, 2}.
Log three_zones() {
  Log log =
      plain_log(4, {0, 2, 2, 0, 1, 2, 3, 1, 2, 3, 0, 2}, {1, 0, 1, 1, 0, 1, 0, 1, 1, 0, 1, 0});
  const auto two = log.pool_table.intern({0, 2});
  const auto three = log.pool_table.intern({1, 2, 3});
  for (std::size_t i = 0; i < 12; ++i) log.pools.push_back(i < 4 || i >= 10 ? two : three);
  log.dimension = 2;
  for (std::size_t i = 0; i < 12; ++i) {
    log.contexts.push_back(i < 3 ? 0 : 1);
    log.contexts.push_back(1);
  }
  return log;
}

}  // namespace

TEST_CASE("largest_zones: the largest first, their actions numbered anew") {
  const LogDataset dataset(three_zones());
  const Trial trial = trial_of(dataset, Agent(Always{1}));
  const auto evaluator = evaluator_of("largest_zones{of=\"replay\", zones=2}");
  const auto rows = rows_of(*evaluator, trial);
  REQUIRE(rows.size() == 2);
  const auto columns = evaluator->columns();
  const auto at = [&](std::size_t row, const std::string& name) {
    const auto place = std::find(columns.begin(), columns.end(), name);
    REQUIRE(place != columns.end());
    return rows[row].values[static_cast<std::size_t>(place - columns.begin())];
  };
  // The second zone: action 1 is its news 2, logged twice, rewarded twice.
  CHECK(rows[0].step == 1);
  CHECK(at(0, "estimate") == 1);
  CHECK(at(0, "accepted") == 2);
  CHECK(at(0, "zone") == 2);
  CHECK(at(0, "zone_records") == 6);
  CHECK(at(0, "actions") == 3);
  CHECK(at(0, "featureless") == 0);
  // The first: action 1 is news 2, logged twice, rewarded once; 3 of 4 contexts are the constant.
  CHECK(rows[1].step == 2);
  CHECK(at(1, "estimate") == 0.5);
  CHECK(at(1, "zone") == 1);
  CHECK(at(1, "actions") == 2);
  CHECK(at(1, "featureless") == 0.75);
  CHECK(rows_of("largest_zones{zones=9}", trial).size() == 3);
}

TEST_CASE("largest_zones: what it refuses") {
  const LogDataset none(plain_log(2, {}, {}));
  CHECK_THROWS_AS(rows_of("largest_zones", trial_of(none, Agent(Always{}))), NotApplicable);
  CHECK_THROWS_AS(evaluator_of("largest_zones{of=\"repla\"}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("largest_zones{zones=0}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("largest_zones{of=\"online\"}"), SpecErrors);
  // Both would have a column "zone".
  CHECK_THROWS_AS(evaluator_of("largest_zones{of=\"largest_zones\"}"), SpecErrors);
}

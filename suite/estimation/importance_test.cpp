#include "suite/estimation/importance.hpp"

#include "suite/testing/catch.hpp"

using namespace replaybench;

TEST_CASE(
    "importance: the rarest action has the fewest effective records, not the fewest records") {
  Log log;
  log.action_count = 2;
  log.actions = {0, 0, 1, 1, 1};
  log.rewards = {1, 0, 1, 0, 1};
  log.propensities = {0.5, 0.5, 0.01, 1, 1};
  const estimation::RecordSupport support = estimation::record_support(log);
  CHECK(support.rarest == 1);
  CHECK(support.fewest_effective == Approx(102.0 * 102.0 / 10'002).epsilon(1e-14));
  CHECK(support.fewest_records == 2);
  CHECK(support.effective == Approx(106.0 * 106.0 / 10'010).epsilon(1e-14));
}

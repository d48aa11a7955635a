#include "suite/testing/kinds_of_logs.hpp"

using namespace replaybench;
using namespace replaybench::testing;

TEST_CASE("iips: each slot has its own weight") {
  // .5 * 1 + 2 * 0 and 1.5 * 0 + 1 * 1; mean weights 1.25 and 1.25.
  CHECK(value_on(slates_by_hand(), "iips") == 0.75);
  CHECK(value_on(slates_by_hand(), "iips", "mean_weight") == 1.25);
}

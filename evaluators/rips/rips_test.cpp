#include "suite/testing/kinds_of_logs.hpp"

using namespace replaybench;
using namespace replaybench::testing;

TEST_CASE("rips: each slot has the weight of its prefix") {
  // .5 * 1 + 1 * 0 and 1.5 * 0 + 2 * 1.
  CHECK(value_on(slates_by_hand(), "rips") == 1.25);
  CHECK(value_on(slates_by_hand(), "rips", "mean_weight") == (0.75 + 1.75) / 2);
}

#include "suite/testing/kinds_of_logs.hpp"

using namespace replaybench;
using namespace replaybench::testing;

TEST_CASE("cascade_dr: the model is corrected slot by slot") {
  // .5 (1 - .5) + .5 + 1 (0 - .25) + .5 * .25 and 1.5 (0 - .5) + .25 + 2 (1 - .5) + 1.5 * .5.
  CHECK(value_on(slates_by_hand(), "cascade_dr") == (0.625 + 1.25) / 2);
  CHECK(value_on(slates_by_hand(), "cascade_dr", "accepted") == 2);
}

#include "suite/testing/golden_policies.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

TEST_CASE("clipped_dr: golden values") {
  require_golden(golden_value("clipped_dr{cap=2, model=\"given\"}"), 0.864166666666667);
}

TEST_CASE("clipped_dr: its limits are dm and dr, to the last bit") {
  CHECK(golden_value("clipped_dr{cap=0, model=\"given\"}") == golden_value("dm{model=\"given\"}"));
  CHECK(golden_value("clipped_dr{cap=1e300, model=\"given\"}") ==
        golden_value("dr{model=\"given\"}"));
}

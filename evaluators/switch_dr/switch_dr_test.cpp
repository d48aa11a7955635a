#include "suite/testing/golden_policies.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

TEST_CASE("switch_dr: golden values") {
  require_golden(golden_value("switch_dr{tau=2, model=\"given\"}"), 0.6975);
}

TEST_CASE("switch_dr: its limits are dm and dr, to the last bit") {
  CHECK(golden_value("switch_dr{tau=0, model=\"given\"}") == golden_value("dm{model=\"given\"}"));
  CHECK(golden_value("switch_dr{tau=1e300, model=\"given\"}") ==
        golden_value("dr{model=\"given\"}"));
}

#include "suite/testing/golden_policies.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

TEST_CASE("dros: golden values") {
  require_golden(golden_value("dros{lambda=5, model=\"given\"}"), 0.725005785594);
}

TEST_CASE("dros: its limits are dm and dr, to the last bit") {
  CHECK(golden_value("dros{lambda=0, model=\"given\"}") == golden_value("dm{model=\"given\"}"));
  CHECK(golden_value("dros{lambda=1e300, model=\"given\"}") == golden_value("dr{model=\"given\"}"));
}

#include "suite/testing/golden_policies.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

TEST_CASE("cab: golden values") {
  require_golden(golden_value("cab{cap=2, logger=\"logger\", model=\"given\"}"), 0.966666666666667);
}

TEST_CASE("cab: its limits are dm and ips") {
  const std::string rest = ", logger=\"logger\", model=\"given\"}";
  require_golden(golden_value("cab{cap=0" + rest), golden_value("dm{model=\"given\"}"));
  CHECK(golden_value("cab{cap=1e300" + rest) == golden_value("ips"));
}

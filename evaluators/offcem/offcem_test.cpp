#include "suite/testing/golden_policies.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

TEST_CASE("offcem: golden values") {
  require_golden(golden_value("offcem{categories=[0, 0, 1], logger=\"logger\", model=\"given\"}"),
                 0.861388888889);
}

TEST_CASE("offcem: a category for each action is dr") {
  require_golden(golden_value("offcem{categories=[0, 1, 2], logger=\"logger\", model=\"given\"}"),
                 golden_value("dr{model=\"given\"}"));
}

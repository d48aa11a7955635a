#include "suite/testing/golden_policies.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

TEST_CASE("sub_gaussian_dr: golden values") {
  require_golden(golden_value("sub_gaussian_dr{lambda=0.1, model=\"given\"}"), 0.861517162447);
}

TEST_CASE("sub_gaussian_dr: lambda = 0 is dr, to the last bit") {
  CHECK(golden_value("sub_gaussian_dr{lambda=0, model=\"given\"}") ==
        golden_value("dr{model=\"given\"}"));
}

#include "suite/testing/golden_policies.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

TEST_CASE("sndr: golden values") {
  require_golden(golden_value("sndr{model=\"given\"}"), 0.838239436619718);
}

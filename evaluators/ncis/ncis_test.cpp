#include "suite/testing/golden_policies.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

TEST_CASE("ncis: golden values") { require_golden(golden_value("ncis{cap=2}"), 0.843283582090); }

TEST_CASE("ncis: without a bound it is snips, to the last bit") {
  CHECK(golden_value("ncis{cap=1e300}") == golden_value("snips"));
}

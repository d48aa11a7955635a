#include "suite/testing/golden_policies.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

TEST_CASE("ix_ips: golden values") {
  require_golden(golden_value("ix_ips{gamma=0.1}"), 0.730158730158730);
}

TEST_CASE("ix_ips: gamma = 0 is ips, to the last bit") {
  CHECK(golden_value("ix_ips{gamma=0}") == golden_value("ips"));
}

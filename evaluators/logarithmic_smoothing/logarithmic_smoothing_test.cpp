#include "suite/testing/golden_policies.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

TEST_CASE("logarithmic_smoothing: golden values") {
  require_golden(golden_value("logarithmic_smoothing{lambda=0.2}"), 0.857182430706);
}

TEST_CASE("logarithmic_smoothing: lambda = 0 is ips, to the last bit") {
  CHECK(golden_value("logarithmic_smoothing{lambda=0}") == golden_value("ips"));
}

TEST_CASE("logarithmic_smoothing: negative rewards are refused") {
  CHECK_THROWS_WITH(
      changed_value("logarithmic_smoothing", "estimate", [](Log& log) { log.rewards[1] = -1; }),
      Contains("rewards of 0 or more"));
}

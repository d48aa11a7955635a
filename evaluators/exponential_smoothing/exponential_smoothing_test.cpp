#include "suite/testing/golden_policies.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

TEST_CASE("exponential_smoothing: golden values") {
  require_golden(golden_value("exponential_smoothing{alpha=0.7}"), 0.681991736346);
}

TEST_CASE(
    "exponential_smoothing: alpha = 1 is ips, to the last bit; alpha = 0 forgets the logger") {
  CHECK(golden_value("exponential_smoothing{alpha=1}") == golden_value("ips"));
  require_golden(golden_value("exponential_smoothing{alpha=0}"), (0.2 + 0.4 + 0.6 + 0.5) / 6);
}

TEST_CASE("exponential_smoothing: alpha is 0.98 if none is given, and from 0 to 1") {
  CHECK(golden_value("exponential_smoothing") == golden_value("exponential_smoothing{alpha=0.98}"));
  CHECK_THROWS_AS(evaluator_of("exponential_smoothing{alpha=-0.01}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("exponential_smoothing{alpha=1.01}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("exponential_smoothing{select=\"slope\", grid=[0.5, 1.01]}"),
                  SpecErrors);
  CHECK_NOTHROW(evaluator_of("exponential_smoothing{select=\"slope\", grid=[0, 0.5, 1]}"));
}

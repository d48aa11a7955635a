#include "suite/testing/golden_policies.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

TEST_CASE("clipped_ips: golden values") {
  require_golden(golden_value("clipped_ips{cap=2}"), 0.941666666666667);
  require_golden(golden_value("clipped_ips{cap=1000, floor=0.3}"), 0.830555555555556);
  require_golden(golden_value("clipped_ips{select=\"slope\", grid=[0.5, 1, 2, 5]}", "parameter"),
                 0.5);
  require_golden(golden_value("clipped_ips{select=\"slope\", grid=[5, 1, 0.5, 2]}", "estimate"),
                 0.316666666666667);
  require_golden(golden_value("clipped_ips{select=\"mse\", grid=[0.5, 1, 2, 5]}", "parameter"), 5);
}

TEST_CASE("clipped_ips: without a bound it is ips, to the last bit") {
  CHECK(golden_value("clipped_ips{cap=1e300}") == golden_value("ips"));
}

TEST_CASE("clipped_ips: a choice needs candidates") {
  CHECK_THROWS_WITH(evaluator_of("clipped_ips{select=\"slope\"}"), Contains("needs grid="));
  CHECK_THROWS_WITH(evaluator_of("clipped_ips{grid=[1, 2]}"),
                    Contains("grid= has the candidates of select="));
}

TEST_CASE("clipped_ips: a cap of 0, which leaves no record, is no cap") {
  CHECK_THROWS_AS(evaluator_of("clipped_ips{cap=0}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("clipped_ips{select=\"slope\", grid=[0, 1]}"), SpecErrors);
}

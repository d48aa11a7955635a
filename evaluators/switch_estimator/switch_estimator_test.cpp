#include "suite/testing/golden_policies.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

TEST_CASE("switch_estimator: golden values") {
  require_golden(golden_value("switch{tau=2, logger=\"logger\", model=\"given\"}"),
                 0.758333333333333);
}

TEST_CASE("switch_estimator: its limits are dm and ips") {
  const std::string rest = ", logger=\"logger\", model=\"given\"}";
  require_golden(golden_value("switch_estimator{tau=0" + rest),
                 golden_value("dm{model=\"given\"}"));
  CHECK(golden_value("switch_estimator{tau=1e300" + rest) == golden_value("ips"));
}

TEST_CASE("switch_estimator: the logger must be known, and be the log's") {
  CHECK_THROWS_WITH(golden_value("switch_estimator{model=\"given\"}"),
                    Contains("name the columns"));
  CHECK_THROWS_WITH(golden_value("switch_estimator{logger=\"pi\", model=\"given\"}"),
                    Contains("but the columns \"pi\" say"));
  CHECK_THROWS_WITH(golden_value("switch_estimator{logger=\"who\", model=\"given\"}"),
                    Contains("the log has \"pi\", \"logger\""));
}

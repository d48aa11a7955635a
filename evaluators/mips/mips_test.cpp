#include "suite/testing/golden_policies.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

TEST_CASE("mips: golden values") {
  require_golden(golden_value("mips{categories=[0, 0, 1], logger=\"logger\"}"), 0.947222222222222);
  require_golden(
      golden_value("mips{categories=[0, 0, 1], logger=\"logger\", self_normalised=true}"),
      0.815789473684);
}

TEST_CASE("mips: a category for each action is ips, one for all the mean reward") {
  require_golden(golden_value("mips{categories=[4, 7, 2], logger=\"logger\"}"),
                 golden_value("ips"));
  require_golden(golden_value("mips{categories=[1, 1, 1], logger=\"logger\"}"), 4.0 / 6);
  CHECK_THROWS_WITH(golden_value("mips{categories=[1], logger=\"logger\"}"),
                    Contains("the list has 1 categories"));
}

#include "suite/testing/golden_policies.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

TEST_CASE("sub_gaussian_ips: golden values") {
  require_golden(golden_value("sub_gaussian_ips{lambda=0.1}"), 0.928081514349);
}

TEST_CASE("sub_gaussian_ips: lambda = 0 is ips, lambda = 1 the mean reward, to the last bit") {
  CHECK(golden_value("sub_gaussian_ips{lambda=0}") == golden_value("ips"));
  CHECK(golden_value("sub_gaussian_ips{lambda=1}") == 4.0 / 6);
}

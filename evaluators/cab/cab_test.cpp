#include "suite/testing/golden_policies.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

TEST_CASE("cab: golden values") {
  require_golden(golden_value("cab{cap=2, logger=\"logger\", model=\"given\"}"), 0.966666666666667);
}

TEST_CASE("cab: its limits are dm and ips") {
  const std::string rest = ", logger=\"logger\", model=\"given\"}";
  require_golden(golden_value("cab{cap=0" + rest), golden_value("dm{model=\"given\"}"));
  CHECK(golden_value("cab{cap=1e300" + rest) == golden_value("ips"));
}

TEST_CASE("cab: of a simulated log the logger is known") {
  const auto arms = dataset_of("bernoulli_arms{means=[0.1, 0.5, 0.9]}");
  const Agent logging(Stochastic{{0.6, 0.3, 0.1}}), policy(Stochastic{{0.1, 0.2, 0.7}});
  const auto estimates =
      estimates_of("cab{model=\"mean\", cap=2}", *arms, policy, 500, 60, logging);
  require_near(estimates.mean, 0.74, std::sqrt(estimates.variance() / 60));
  const Trial trial = trial_of(*arms, policy, 400, 0, logging);
  CHECK(value_of("cab{model=\"mean\", cap=1e300}", "estimate", trial) ==
        value_of("ips", "estimate", trial));
}

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

TEST_CASE("switch_estimator: of a simulated log the logger is known") {
  // Means .1, .5, .9; the logger prefers the first arm, the policy the last.
  const auto arms = dataset_of("bernoulli_arms{means=[0.1, 0.5, 0.9]}");
  const Agent logging(Stochastic{{0.6, 0.3, 0.1}}), policy(Stochastic{{0.1, 0.2, 0.7}});
  for (const char* tau : {"1.5", "10"}) {
    CAPTURE(tau);
    const auto estimates =
        estimates_of(std::string("switch_estimator{model=\"mean\", tau=") + tau + "}", *arms,
                     policy, 500, 60, logging);
    require_near(estimates.mean, 0.74, std::sqrt(estimates.variance() / 60));
  }
  // Beyond every weight it is ips; with the weights of two arms alone it is neither ips nor dm.
  const Trial trial = trial_of(*arms, policy, 400, 0, logging);
  const auto estimate = [&](const char* text) { return value_of(text, "estimate", trial); };
  CHECK(estimate("switch_estimator{model=\"mean\", tau=1e300}") == estimate("ips"));
  CHECK(estimate("switch_estimator{model=\"mean\", tau=1}") != estimate("ips"));
  CHECK(estimate("switch_estimator{model=\"mean\", tau=1}") != estimate("dm{model=\"mean\"}"));
}

TEST_CASE("switch_estimator: a policy that gives no probabilities is no known logger") {
  const auto arms = dataset_of("bernoulli_arms{means=[0.1, 0.5, 0.9]}");
  CHECK_THROWS_WITH(value_of("switch_estimator", "estimate",
                             trial_of(*arms, Agent(Stochastic{}), 100, 0, Agent(Always{}))),
                    Contains("propensities"));
}

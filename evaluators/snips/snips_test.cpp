#include "suite/testing/golden_policies.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

TEST_CASE("snips: golden values") {
  require_golden(golden_value("snips"), 0.852112676056338);
  require_golden(golden_value("snips", "standard_error"), 0.12288377726555212);
}

TEST_CASE("snips: equal rewards give that reward and an interval of width 0") {
  for (const double reward : {1.0, 0.1, -3.7}) {
    const auto same = [&](Log& log) { std::fill(log.rewards.begin(), log.rewards.end(), reward); };
    for (const char* interval : {"normal", "bootstrap"}) {
      const std::string text = "snips{interval=\"" + std::string(interval) + "\"}";
      CHECK(changed_value(text, "estimate", same) == reward);
      CHECK(changed_value(text, "low", same) == reward);
      CHECK(changed_value(text, "high", same) == reward);
    }
    CHECK(changed_value("ncis{cap=0.7}", "estimate", same) == reward);
  }
}

TEST_CASE("snips: shifted rewards shift it by as much") {
  const auto shift = [](Log& log) {
    for (double& reward : log.rewards) reward += 2;
  };
  CHECK(std::fabs(changed_value("snips", "estimate", shift) - golden_value("snips") - 2) < 1e-15);
}

TEST_CASE("snips: it is red_inf with weights") {
  const LogDataset dataset(golden_log_of_policies());
  const Trial trial = trial_of(dataset, Agent(GoldenPolicy{}));
  CHECK(std::fabs(value_of("red_inf{weights=\"propensity\"}", "estimate", trial) -
                  value_of("snips", "estimate", trial)) < 1e-15);
}

TEST_CASE("snips: a policy that plays nothing of the log has no estimate") {
  const auto nothing = [](Log& log) {
    log.targets[0].all.clear();
    std::fill(log.targets[0].logged.begin(), log.targets[0].logged.end(), 0.0);
  };
  CHECK(changed_value("snips", "accepted", nothing) == 0);
  CHECK(changed_value("snips", "estimate", nothing) == 0);
  CHECK(std::isnan(changed_value("snips", "standard_error", nothing)));
}

TEST_CASE("snips: an interval for means is refused") {
  CHECK_THROWS_WITH(evaluator_of("snips{interval=\"student\"}"), Contains("is for means"));
}

#include "algorithms/best_single_action/best_single_action.hpp"

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"

using namespace replaybench;

TEST_CASE("best_single_action: by hand, by rate and by rewards, and in pools without it") {
  // Rewards 3 of 9, 2 of 2, 0 of 1; action 3 is never displayed.
  Log log;
  log.action_count = 4;
  log.actions = {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2};
  log.rewards = {1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0};
  Draws draws({1}, 0);
  const std::vector<Action> without{0, 2, 3};
  const std::vector<Action> unseen{3};
  Agent rate = testing::make_agent("best_single_action", log);
  CHECK_FALSE(rate.uses_contexts());
  rate.train(log);
  CHECK(rate.choose(Context(), ActionSet::all(4), draws) == 1);
  CHECK(rate.choose(Context(), ActionSet(without), draws) == 0);
  CHECK(rate.choose(Context(), ActionSet(unseen), draws) == 3);
  Agent rewards = testing::make_agent("best_single_action{by=\"rewards\"}", log);
  rewards.train(log);
  CHECK(rewards.choose(Context(), ActionSet::all(4), draws) == 0);
}

TEST_CASE("best_single_action: golden trace") {
  const Log log = testing::golden_log(20);
  Agent agent = testing::make_agent("best_single_action", log);
  agent.train(testing::golden_log());
  CHECK(testing::trace(agent, log) == "44444444444444444444");
}

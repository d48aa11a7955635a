#include "algorithms/fixed_action/fixed_action.hpp"

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"

using namespace replaybench;
using algorithms::fixed_action::FixedAction;

TEST_CASE("fixed_action: plays its action, or the lowest of a pool without it") {
  const FixedAction policy(2, 0);
  const std::vector<Action> with{0, 2, 3};
  const std::vector<Action> without{1, 3};
  Draws draws({1}, 0);
  CHECK(policy.choose(Context(), ActionSet::all(4), draws) == 2);
  CHECK(policy.choose(Context(), ActionSet(with), draws) == 2);
  CHECK(policy.choose(Context(), ActionSet(without), draws) == 1);
  std::vector<double> out(2);
  policy.probabilities(Context(), ActionSet(without), out);
  CHECK(out == std::vector<double>{1, 0});
  CHECK(policy.fixed_choice(ActionSet(without)) == 1);
}

TEST_CASE("fixed_action: probabilities with epsilon by hand") {
  const FixedAction policy(1, 0.5);
  std::vector<double> out(4);
  policy.probabilities(Context(), ActionSet::all(4), out);
  CHECK(out == std::vector<double>{0.125, 0.625, 0.125, 0.125});
  CHECK_FALSE(policy.fixed_choice(ActionSet::all(4)));
}

TEST_CASE("fixed_action: its replay is the average over the records of its action") {
  const Log log = testing::golden_log();
  for (Action action = 0; action < log.action_count; ++action) {
    double reward = 0;
    std::uint64_t records = 0;
    for (std::size_t i = 0; i < log.size(); ++i) {
      if (log.actions[i] != action) continue;
      reward += log.rewards[i];
      ++records;
    }
    Agent agent = testing::make_agent("fixed_action{action=" + std::to_string(action) + "}", log);
    const Tally tally = agent.replay(log, Schedule::in_order(log), {1});
    CHECK(tally.sums.accepted == records);
    CHECK(tally.sums.reward() == reward);
  }
}

TEST_CASE("fixed_action: an action that the data set lacks is refused") {
  const Log log = testing::golden_log(1);
  CHECK_THROWS_AS(testing::make_agent("fixed_action{action=5}", log), NotApplicable);
  CHECK_THROWS_AS(testing::make_agent("fixed_action{action=-1}", log), SpecErrors);
  CHECK_THROWS_AS(testing::make_agent("fixed_action{action=4294967296}", log), NotApplicable);
}

TEST_CASE("fixed_action: golden trace") {
  const Log log = testing::golden_log(60);
  CHECK(testing::trace(testing::make_agent("fixed_action{action=3, epsilon=0.5}", log), log) ==
        "334034043033334443234332333343303433333234323204333113333233");
}

#include "algorithms/most_recent/most_recent.hpp"

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"

using namespace replaybench;
using algorithms::most_recent::MostRecent;

TEST_CASE("most_recent: the highest index of the pool") {
  const MostRecent policy;
  Draws draws({1}, 0);
  const std::vector<Action> pool{0, 2, 5};
  const std::vector<Action> single{1};
  CHECK(policy.choose(Context(), ActionSet(pool), draws) == 5);
  CHECK(policy.choose(Context(), ActionSet(single), draws) == 1);
  CHECK(policy.choose(Context(), ActionSet::all(4), draws) == 3);
  std::vector<double> out(3);
  policy.probabilities(Context(), ActionSet(pool), out);
  CHECK(out == std::vector<double>{0, 0, 1});
  CHECK_FALSE(learns<MostRecent>());
}

TEST_CASE("most_recent: the action whose first appearance is last, from the history of pools") {
  // News come and go: at each step perhaps a new one, numbered on arrival, and perhaps one leaves.
  const MostRecent policy;
  std::vector<std::uint64_t> first_seen{0};
  std::vector<Action> pool{0};
  for (std::uint64_t t = 1; t < 300; ++t) {
    Draws draws({81}, t);
    if (draws.below(3) == 0) {
      pool.push_back(static_cast<Action>(first_seen.size()));
      first_seen.push_back(t);
    }
    if (pool.size() > 1 && draws.below(3) == 0) {
      pool.erase(pool.begin() + draws.below(static_cast<Action>(pool.size())));
    }
    Action newest = pool[0];
    for (const Action a : pool) {
      if (first_seen[a] > first_seen[newest]) newest = a;
    }
    CHECK(policy.choose(Context(), ActionSet(pool), draws) == newest);
  }
}

TEST_CASE("most_recent: its replay is the average over the records of the newest action") {
  Log log = testing::golden_log();
  double reward = 0;
  std::uint64_t records = 0;
  for (std::size_t i = 0; i < log.size(); ++i) {
    if (log.actions[i] != 4) continue;
    reward += log.rewards[i];
    ++records;
  }
  Agent agent = testing::make_agent("most_recent", log);
  const Tally tally = agent.replay(log, Schedule::in_order(log), {1});
  CHECK(tally.sums.accepted == records);
  CHECK(tally.sums.reward == reward);
}

TEST_CASE("most_recent: golden trace") {
  const Log log = testing::golden_log(10);
  CHECK(testing::trace(testing::make_agent("most_recent", log), log) == "4444444444");
}

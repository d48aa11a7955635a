#include "algorithms/first_context/first_context.hpp"

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"

using namespace replaybench;
using algorithms::first_context::FirstContext;

namespace {

Action ask(const FirstContext& algorithm, const std::vector<double>& x, const ActionSet& actions) {
  Draws draws({1}, 0);
  return algorithm.choose(Context(x), actions, draws);
}

}  // namespace

TEST_CASE("first_context: the first update decides forever") {
  FirstContext algorithm(2);
  const ActionSet both = ActionSet::all(2);
  const std::vector<double> first{1, 0, 1};
  const std::vector<double> second{0, 1, 1};
  CHECK(ask(algorithm, first, both) == 0);
  CHECK(ask(algorithm, second, both) == 1);
  CHECK(ask(algorithm, first, both) == 0);  // being asked teaches nothing
  algorithm.update(Context(second), 0, 0);  // whatever the action and the reward
  CHECK(ask(algorithm, first, both) == 1);
  algorithm.update(Context(first), 0, 1);
  CHECK(ask(algorithm, first, both) == 1);
  const std::vector<Action> pool{0};
  CHECK(ask(algorithm, first, ActionSet(pool)) == 0);
}

TEST_CASE("first_context: its replay is one of two numbers, however long the log") {
  // Li et al. 2011, example 3: two contexts, two actions, the CTR depends on the action alone.
  Log log;
  log.action_count = 2;
  log.dimension = 2;
  constexpr std::size_t records = 4'000;
  for (std::size_t t = 0; t < records; ++t) {
    Draws draws({51}, t);
    const bool second = draws.below(2) == 1;
    log.contexts.insert(log.contexts.end(), {second ? 0.0 : 1.0, second ? 1.0 : 0.0});
    log.actions.push_back(draws.below(2));
    log.rewards.push_back(log.actions.back());
  }
  int ones = 0;
  for (std::size_t first = 0; first < 100; ++first) {
    Agent agent = testing::make_agent("first_context", log);
    const Tally tally = agent.replay(log, Schedule::range(first * 5, 3'000), {1});
    const double ctr = tally.sums.reward() / static_cast<double>(tally.sums.accepted);
    CHECK((ctr == 0 || ctr == 1));
    ones += ctr == 1;
  }
  // A fair coin tossed 100 times: 50 +- 5 standard deviations of 5.
  CHECK(ones > 25);
  CHECK(ones < 75);
}

TEST_CASE("first_context: golden trace") {
  Log log = testing::golden_log(60);
  for (std::size_t i = 3; i < log.contexts.size(); i += 4) log.contexts[i] = 0;  // no constant
  // Shifted, so that several records pass before the first is accepted.
  for (Action& action : log.actions) action = (action + 3) % 5;
  CHECK(testing::trace(testing::make_agent("first_context", log), log) ==
        "022210000000000000000000000000000000000000000000000000000000");
}

#include "algorithms/limited/limited.hpp"

#include "suite/numeric/elementary.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/environments.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

Tally play(const std::string& algorithm, std::uint64_t horizon) {
  const auto environment =
      dataset_of("bernoulli_arms{means=[0.2, 0.8, 0.2, 0.2]}")->environment({1}, {2});
  Agent agent = make_agent(algorithm, 4);
  return agent.play(*environment, horizon, {3});
}

double expected(const std::string& algorithm, std::uint64_t horizon) {
  return play(algorithm, horizon).sums.expected / static_cast<double>(horizon);
}

}  // namespace

TEST_CASE("limited: an algorithm that is never late is the inner one, bit for bit") {
  for (const std::string of : {"ucb", "thompson_sampling", "epsilon_greedy{epsilon=0.3}"}) {
    INFO(of);
    const Tally plain = play(of, 500);
    const Tally limited =
        play("limited{of=\"" + of + "\", response=100, limit=100, spread=0}", 500);
    CHECK(limited.sums.reward() == plain.sums.reward());
    CHECK(limited.sums.expected == plain.sums.expected);
  }
}

TEST_CASE("limited: an algorithm that is always late chooses at random and learns nothing") {
  const std::string late =
      "limited{of=\"fixed_action{action=1}\", response=101, limit=100, spread=0}";
  require_near(expected(late, 20'000), 0.35, 0.26 / std::sqrt(20'000));
  Agent agent = make_agent("limited{of=\"ucb\", response=101, spread=0}", 4);
  const Agent untaught = make_agent("ucb", 4);
  for (int i = 0; i < 100; ++i) agent.update({}, ActionSet::all(4), 2, 1);
  double p[4];
  agent.probabilities({}, ActionSet::all(4), p);
  for (const double share : p) CHECK(share == 0.25);
}

TEST_CASE("limited: the share of late interactions is that of the declared times") {
  // P(10 exp(N) > 30) = 1 - Phi(ln 3); late ones earn 0.35 on average, the others 0.8.
  const std::string text =
      "limited{of=\"fixed_action{action=1}\", response=10, limit=30, spread=1}";
  const double late = 1 - numeric::normal_cdf(std::log(3.0));
  require_near(expected(text, 40'000), 0.8 - 0.45 * late, 0.45 / std::sqrt(40'000));
}

TEST_CASE("limited: a late reward is dropped, or learned") {
  // Compared with the inner algorithm alone, which is taught what `limited` is to learn.
  const std::string times = "response=80, limit=100, spread=1";
  for (const bool learned : {false, true}) {
    Agent agent = make_agent("limited{of=\"ucb{alpha=0}\", " + times +
                                 ", late_rewards=" + (learned ? "learned" : "dropped") + "}",
                             3);
    Agent reference = make_agent("ucb{alpha=0}", 3);
    const ActionSet all = ActionSet::all(3);
    std::size_t late = 0;
    for (std::uint64_t t = 0; t < 300; ++t) {
      double p[3];
      agent.probabilities({}, all, p);
      const bool is_late = p[0] == p[1] && p[1] == p[2];
      late += is_late;
      const auto action = static_cast<Action>(t % 3);
      const double reward = t % 7 == 0 ? 1 : 0;
      Draws draws({5}, t);
      if (!is_late) {
        Draws same({5}, t);
        CHECK(agent.choose({}, all, draws) == reference.choose({}, all, same));
      }
      agent.update({}, all, action, reward);
      if (!is_late || learned) reference.update({}, all, action, reward);
    }
    CHECK(late > 80);
    CHECK(late < 160);
  }
}

TEST_CASE("limited: another history has other times, the same history the same") {
  const auto late_with = [](double reward) {
    Agent agent = make_agent("limited{of=\"ucb\", response=80, limit=100, spread=1}", 3);
    std::vector<bool> late;
    for (std::uint64_t t = 0; t < 200; ++t) {
      double p[3];
      agent.probabilities({}, ActionSet::all(3), p);
      late.push_back(p[0] == p[1] && p[1] == p[2]);
      agent.update({}, ActionSet::all(3), static_cast<Action>(t % 3), t < 3 ? reward : 1);
    }
    return late;
  };
  CHECK(late_with(1) == late_with(1));
  CHECK(late_with(1) != late_with(0));
}

TEST_CASE("limited: its size is the inner algorithm's and its own counters") {
  const Agent inner = make_agent("lin_ucb", 10, 16);
  const Agent limited = make_agent("limited{of=\"lin_ucb\"}", 10, 16);
  CHECK(limited.state_bytes() == inner.state_bytes() + 8 + 8 + 1);
  // So the memory limit holds for what is inside of what is inside.
  CHECK_THROWS_WITH(make_agent("limited{of=\"limited{of='lin_ucb'}\", memory=0.0001}", 10, 16),
                    Catch::Contains("memory = 0.0001 MB allows 100"));
}

TEST_CASE("limited: reads contexts where the inner algorithm does") {
  CHECK_FALSE(make_agent("limited{of=\"ucb\"}", 3, 2).uses_contexts());
  CHECK(make_agent("limited{of=\"lin_ucb\"}", 3, 2).uses_contexts());
}

TEST_CASE("limited: a late choice among displays is uniform") {
  Agent agent =
      make_agent("limited{of=\"value_ucb{feature=0, items=none}\", response=101, spread=0}", 2, 1);
  REQUIRE(agent.chooses_displays());
  CHECK_FALSE(make_agent("limited{of=\"ucb\"}", 2).chooses_displays());
  CHECK_FALSE(make_agent("limited{of=\"lap\"}", 2).has_probabilities());
  const double zero[1] = {0};
  const double one[1] = {1};
  const Display batch[] = {{Context(zero), 0}, {Context(one), 1}, {Context(zero), 1}};
  int chosen[3] = {};
  for (std::uint64_t t = 0; t < 9000; ++t) {
    Draws draws({6}, t);
    ++chosen[agent.choose_display(batch, draws)];
  }
  for (const int count : chosen) require_near(count / 9000.0, 1.0 / 3, std::sqrt(2.0 / 9 / 9000));
}

TEST_CASE("limited: refuses a limit of zero, too large a model, and what cannot be limited") {
  for (const std::string text :
       {"limited{limit=0}", "limited{response=0}", "limited{memory=0}", "limited{limit=-5}",
        "limited{spread=-1}", "limited{of=\"nobody\"}", "limited{of=\"ucb{alpha=-1}\"}"}) {
    INFO(text);
    CHECK_THROWS_AS(make_agent(text, 2), SpecErrors);
  }
  CHECK_THROWS_WITH(
      make_agent("limited{of=\"lin_ucb\", memory=0.0001}", 10, 16),
      Catch::Contains("\"lin_ucb\" takes") && Catch::Contains("memory = 0.0001 MB allows 100"));
  CHECK_THROWS_WITH(make_agent("limited{of=\"linear_svm\"}", 2, 3),
                    Catch::Contains("limited's of: \"linear_svm\" must be trained on a log"));
  CHECK_THROWS_WITH(
      make_agent("limited{of=\"ucb_v_counting_choose\"}", 2),
      Catch::Contains("limited's of: \"ucb_v_counting_choose\" learns from being asked"));
}

#include "algorithms/strategy_bandit/strategy_bandit.hpp"

#include <cmath>
#include <memory>
#include <stdexcept>

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"

using namespace replaybench;
using algorithms::strategy_bandit::StochasticStrategyBandit;
using algorithms::strategy_bandit::StrategyBandit;

namespace {

const std::vector<double> one{1};

// Static, chooses at random, and silent about its distribution.
struct SilentStrategy {
  static constexpr bool learns = false;
  Action choose(const Context&, const ActionSet& actions, Draws& draws) const {
    return actions[draws.below(actions.size())];
  }
  void update(const Context&, Action, double) {}
  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit();
  }
};

std::string trace_of(const std::string& text, const Log& log) {
  return testing::trace(testing::make_agent(text, log), log);
}

std::string with_base(const std::string& base, const std::string& strategies,
                      const std::string& more = "") {
  return "strategy_bandit{base='" + base + "', strategies='" + strategies + "'" + more + "}";
}

Agent agent_of(const std::string& text, Action action_count, std::size_t dimension = 1) {
  return testing::make_agent(text, action_count, dimension);
}

StrategyBandit two_fixed(const std::string& base, const std::string& first,
                         const std::string& second, bool share = true) {
  std::vector<Agent> strategies{agent_of(first, 3), agent_of(second, 3)};
  return {3, agent_of(base, 2), std::move(strategies), share};
}

}  // namespace

TEST_CASE("strategy_bandit: one strategy per action is the base itself") {
  const Log log = testing::golden_log();
  const std::string each =
      "fixed_action{action=0}; fixed_action{action=1}; fixed_action{action=2}; "
      "fixed_action{action=3}; fixed_action{action=4}";
  for (const std::string base : {"ucb", "ucb{alpha=0.1}", "lin_ucb{lambda=10}", "thompson_sampling",
                                 "epsilon_greedy", "most_popular"}) {
    INFO(base);
    CHECK(trace_of(with_base(base, each), log) == trace_of(base, log));
  }
}

TEST_CASE("strategy_bandit: a base that never changes its mind is the strategy that it names") {
  const Log log = testing::golden_log();
  for (const std::string share : {"true", "false"}) {
    CHECK(trace_of(with_base("fixed_action{action=1}", "ucb; lin_ucb", ", share=" + share), log) ==
          trace_of("lin_ucb", log));
    CHECK(trace_of(with_base("fixed_action", "ucb; lin_ucb", ", share=" + share), log) ==
          trace_of("ucb", log));
    CHECK(trace_of(with_base("ucb", "thompson_sampling", ", share=" + share), log) ==
          trace_of("thompson_sampling", log));
  }
}

TEST_CASE("strategy_bandit: its parts, taught one by one, are the parts of the whole") {
  // A reference without the class: the base and the strategies as separate agents; the strategy that
  // chose is noted down by the loop.
  const Log log = testing::golden_log();
  const std::string listed[] = {"most_popular", "lin_ucb{alpha=0.3}", "fixed_action{action=4}"};
  for (const bool share : {true, false}) {
    Agent whole = testing::make_agent(
        with_base("ucb{alpha=0.5}", listed[0] + ";" + listed[1] + ";" + listed[2],
                  share ? "" : ", share=false"),
        log);
    Problem picking;
    picking.action_count = 3;
    picking.dimension = log.dimension;
    picking.rewards = RewardRange::binary;
    Agent base = testing::make_agent("ucb{alpha=0.5}", picking);
    std::vector<Agent> parts;
    for (const std::string& text : listed) parts.push_back(testing::make_agent(text, log));
    ContextReader records(log);
    std::vector<int> picked(3);
    for (std::size_t t = 0; t < log.size(); ++t) {
      const Record record = records.record(t);
      Draws draws({7}, t);
      Draws same({7}, t);
      const Action strategy = base.choose(record.context, ActionSet::all(3), draws);
      const Action action = parts[strategy].choose(record.context, record.actions, draws);
      REQUIRE(whole.choose(record.context, record.actions, same) == action);
      // Every record teaches: its reward stands for that of the chosen action.
      const double reward = Draws({8}, t).uniform() < 0.1 * action + 0.3 * record.context[0];
      ++picked[strategy];
      base.update(record.context, ActionSet::all(3), strategy, reward);
      for (Action s = 0; s < 3; ++s) {
        if (share || s == strategy) parts[s].update(record.context, record.actions, action, reward);
      }
      whole.update(record.context, record.actions, action, reward);
    }
    for (const int count : picked) CHECK(count > 5);
  }
}

TEST_CASE("strategy_bandit: of several possible strategies one is credited with its probability") {
  // The base picks 0 with 1 - 0.4 / 2 = 0.8. Strategy 0 plays action 0 with 1/3; strategy 1 with
  // 1 - 0.3 * 2 / 3 = 0.8. P(0 | action 0) = 0.8 / 3 / (0.8 / 3 + 0.2 * 0.8) = 0.625.
  StrategyBandit bandit = two_fixed("fixed_action{action=0, epsilon=0.4}", "uniform_random",
                                    "fixed_action{action=0, epsilon=0.3}");
  const ActionSet all = ActionSet::all(3);
  double first = 0;
  constexpr int updates = 20'000;
  for (int t = 0; t < updates; ++t) {
    const auto credited = bandit.credited(Context(one), all, 0);
    REQUIRE(credited);
    CHECK(credited == bandit.credited(Context(one), all, 0));  // no draw is used up
    first += *credited == 0 ? 1 : 0;
    bandit.update(Context(one), all, 0, t % 2);
  }
  CHECK(std::fabs(first / updates - 0.625) < 5 * std::sqrt(0.625 * 0.375 / updates));

  // Other histories, other draws.
  int differ = 0;
  StrategyBandit left = bandit;
  StrategyBandit right = bandit;
  right.update(Context(one), all, 1, 0);
  left.update(Context(one), all, 1, 1);
  for (int t = 0; t < 100; ++t) {
    differ += left.credited(Context(one), all, 0) != right.credited(Context(one), all, 0);
    left.update(Context(one), all, 0, 1);
    right.update(Context(one), all, 0, 1);
  }
  CHECK(differ > 20);
}

TEST_CASE("strategy_bandit: an action from outside teaches the strategies, not the base") {
  StrategyBandit shared = two_fixed("ucb", "ucb", "fixed_action{action=0}");
  const ActionSet all = ActionSet::all(3);
  REQUIRE_FALSE(shared.credited(Context(one), all, 2));  // UCB would try action 0 first
  const auto base = shared.base().state_digest();
  const auto learner = shared.strategies()[0].state_digest();
  shared.update(Context(one), all, 2, 1);
  CHECK(shared.base().state_digest() == base);
  CHECK(shared.strategies()[0].state_digest() != learner);

  StrategyBandit apart = two_fixed("ucb", "ucb", "fixed_action{action=0}", false);
  const auto before = apart.strategies()[0].state_digest();
  apart.update(Context(one), all, 2, 1);
  CHECK(apart.strategies()[0].state_digest() == before);
}

TEST_CASE("strategy_bandit: probabilities are those of the two choices together") {
  std::vector<Agent> strategies{agent_of("uniform_random", 3),
                                agent_of("fixed_action{action=2}", 3)};
  const StochasticStrategyBandit bandit(3, agent_of("fixed_action{action=1, epsilon=0.5}", 2),
                                        std::move(strategies), true);
  // The base picks 0 with 1/4.
  std::vector<double> p(3);
  bandit.probabilities(Context(one), ActionSet::all(3), p);
  CHECK(p[0] == Approx(1.0 / 12).epsilon(1e-15));
  CHECK(p[2] == Approx(1.0 / 12 + 0.75).epsilon(1e-15));
  const std::vector<Action> pool{0, 2};
  bandit.probabilities(Context(one), ActionSet(pool), std::span(p).first(2));
  CHECK(p[0] == Approx(1.0 / 8).epsilon(1e-15));

  CHECK(agent_of("strategy_bandit{strategies=\"ucb; thompson_sampling\"}", 3).has_probabilities());
  CHECK_FALSE(
      agent_of("strategy_bandit{strategies=\"ucb; perceptron_ucb\"}", 3).has_probabilities());
}

TEST_CASE("strategy_bandit: a silent random strategy is taken at its word where that decides") {
  const ActionSet all = ActionSet::all(3);
  const std::vector<Agent> strategies{Agent(SilentStrategy()),
                                      agent_of("fixed_action{action=1}", 3)};
  StrategyBandit bandit(3, agent_of("ucb", 2), strategies, true);
  CHECK(bandit.credited(Context(one), all, 2) == Action{0});
  StrategyBandit unknown(3, agent_of("uniform_random", 2), strategies, true);
  CHECK_THROWS_AS(unknown.update(Context(one), all, 2, 1), NotApplicable);
  StrategyBandit silent_base(3, Agent(SilentStrategy()), strategies, true);
  CHECK_THROWS_AS(silent_base.update(Context(one), all, 2, 1), NotApplicable);
}

TEST_CASE("strategy_bandit: the size of its state is that of its parts") {
  const Agent bandit = agent_of("strategy_bandit{strategies='lin_ucb; ucb; uniform_random'}", 4, 3);
  const std::size_t parts = agent_of("ucb", 3, 3).state_bytes() +
                            agent_of("lin_ucb", 4, 3).state_bytes() +
                            agent_of("ucb", 4, 3).state_bytes();
  CHECK(bandit.state_bytes() == parts + 2 * sizeof(std::uint64_t));
}

TEST_CASE("strategy_bandit: finds the strategy that is best, against one that is bad") {
  // Action 2 pays 0.9, the others 0.1. The bad strategy always plays action 0.
  StrategyBandit bandit = two_fixed("ucb{alpha=0.5}", "fixed_action{action=0}", "ucb{alpha=0.5}");
  const ActionSet all = ActionSet::all(3);
  int good = 0;
  for (std::uint64_t t = 0; t < 5'000; ++t) {
    Draws draws({141}, t);
    const Action action = bandit.choose(Context(one), all, draws);
    const double reward = draws.uniform() < (action == 2 ? 0.9 : 0.1) ? 1 : 0;
    bandit.update(Context(one), all, action, reward);
    if (t >= 4'000) good += action == 2;
  }
  CHECK(good > 950);
}

TEST_CASE("strategy_bandit: strategies that cannot answer are refused") {
  const Log log = testing::golden_log(1);
  const auto make = [&](const std::string& text) { return testing::make_agent(text, log); };
  const auto listed = [&](const std::string& strategies) {
    return make(with_base("ucb", strategies));
  };
  CHECK_THROWS_AS(listed(""), SpecErrors);
  CHECK_THROWS_WITH(listed(" ; ;"), Catch::Contains("strategies: there is none"));
  CHECK_THROWS_WITH(listed("ucb; linucb2{alpa=1}"),
                    Catch::Contains("strategy_bandit's strategies: unknown algorithm"));
  CHECK_THROWS_WITH(listed("ucb{alpa=1}"), Catch::Contains("alpha"));
  CHECK_THROWS_WITH(make(with_base("nobody", "ucb")),
                    Catch::Contains("strategy_bandit's base: unknown algorithm"));
  CHECK_THROWS_AS(listed("ucb; random_forest"), NotApplicable);
  CHECK_THROWS_WITH(listed("ucb; random_forest"),
                    Catch::Contains("\"random_forest\" must be trained"));
  CHECK_THROWS_WITH(listed("fixed_action{action=9}"),
                    Catch::Contains("strategy_bandit's strategies: "));
  CHECK_THROWS_AS(listed("fixed_action{action=9}"), NotApplicable);
  CHECK_THROWS_WITH(listed("ucb_v_counting_choose"), Catch::Contains("learns from being asked"));
  CHECK_THROWS_AS(make(with_base("fixed_action{action=2}", "ucb; lin_ucb")), NotApplicable);
  CHECK_THROWS_AS(StrategyBandit(2, agent_of("ucb", 1), {}, true), std::invalid_argument);

  Problem real;
  real.action_count = 2;
  real.dimension = 1;
  CHECK_THROWS_WITH(testing::make_agent("strategy_bandit{strategies='ucb; exp3'}", real),
                    Catch::Contains("strategy_bandit's strategies: "));
}

TEST_CASE("strategy_bandit: a strategy bandit can be a strategy") {
  const Log log = testing::golden_log();
  CHECK(trace_of("strategy_bandit{base=\"fixed_action{action=1}\", strategies=\"ucb; "
                 "strategy_bandit{base='ucb', strategies='lin_ucb; ucb'}\"}",
                 log) == trace_of("strategy_bandit{strategies=\"lin_ucb; ucb\"}", log));
}

TEST_CASE("strategy_bandit: golden traces") {
  const Log log = testing::golden_log(120);
  CHECK(trace_of("strategy_bandit", log) ==
        "012222333444330033333311211111114222444444444422223332212322232323311322322"
        "321123233322220031333131233333333332333332222");
  CHECK(trace_of(with_base("thompson_sampling", "ucb; uniform_random; lin_ucb"), log) ==
        "014022343023303341213432133344343444044244400000014111422220203030001113000"
        "042222142032131121121111111111111111111144444");
}

#include "algorithms/exp4/exp4.hpp"

#include <cmath>
#include <stdexcept>

#include "suite/model/numerical_failure.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/random_history.hpp"

using namespace replaybench;
using algorithms::exp4::Exp4;

namespace {

// Plays the first or the second action of the pool by the sign of the first feature; gives no
// probabilities.
struct BySign {
  static constexpr bool learns = false;
  Action choose(const Context& context, const ActionSet& actions, Draws&) const {
    return actions[context[0] < 0 && actions.size() > 1 ? 1 : 0];
  }
  void update(const Context&, Action, double) {}
};

// Static, random, and silent about its distribution.
struct Secretive {
  static constexpr bool learns = false;
  Action choose(const Context&, const ActionSet& actions, Draws& draws) const {
    return actions[draws.below(actions.size())];
  }
  void update(const Context&, Action, double) {}
};

// An expert of `action_count` actions.
Agent fixed_action(Action action_count, Action action, double epsilon = 0) {
  return testing::make_agent("fixed_action{action=" + std::to_string(action) +
                                 ", epsilon=" + std::to_string(epsilon) + "}",
                             action_count);
}
Agent uniform(Action action_count) { return testing::make_agent("uniform_random", action_count); }

std::vector<double> distribution_of(const Exp4& algorithm, const std::vector<double>& x,
                                    const ActionSet& actions) {
  std::vector<double> out(actions.size());
  algorithm.probabilities(Context(x), actions, out);
  return out;
}

const std::vector<double> one{1};

}  // namespace

TEST_CASE("exp4: two updates by hand") {
  // Experts: action 0, action 1, the uniform policy; gamma = 1/2, K = 2.
  Exp4 algorithm(2, {}, 0.5);
  const ActionSet both = ActionSet::all(2);
  CHECK(distribution_of(algorithm, one, both) == std::vector<double>{0.5, 0.5});

  // Action 0, reward 1: x_hat = (2, 0), y_hat = (2, 0, 1); the exponents gain gamma y_hat / K.
  algorithm.update(Context(one), both, 0, 1);
  const auto log_weights = algorithm.log_weights();
  CHECK(log_weights[0] - log_weights[1] == Approx(0.5).epsilon(1e-15));
  CHECK(log_weights[2] - log_weights[1] == Approx(0.25).epsilon(1e-15));
  const double a = numeric::exp(0.5);
  const double u = numeric::exp(0.25);
  const double p = 0.5 * (a + u / 2) / (a + 1 + u) + 0.25;
  CHECK(distribution_of(algorithm, one, both)[0] == Approx(p).epsilon(1e-14));
  CHECK(distribution_of(algorithm, one, both)[1] == Approx(1 - p).epsilon(1e-14));

  // A reward of 0 changes nothing; half a reward, of action 1: x_hat_1 = 0.5 / (1 - p).
  const double before = log_weights[0];
  algorithm.update(Context(one), both, 0, 0);
  CHECK(log_weights[0] == before);
  algorithm.update(Context(one), both, 1, 0.5);
  const double gain = 0.25 * 0.5 / (1 - p);
  CHECK(log_weights[0] - log_weights[1] == Approx(0.5 - gain).epsilon(1e-14));
  CHECK(log_weights[2] - log_weights[1] == Approx(0.25 - gain / 2).epsilon(1e-14));
}

TEST_CASE("exp4: a built-in expert abstains where its action is not available") {
  Exp4 algorithm(3, {}, 0.5);
  const std::vector<Action> pool{0, 2};
  // Awake: 0, 2 and the uniform policy over the pool; K = 2. Together their weights grow from 3 to
  // 1 + e^0.5 + e^0.25; that of action 1 by the same factor, which the code takes from the others.
  algorithm.update(Context(one), ActionSet(pool), 2, 1);
  const double growth = numeric::log((1 + numeric::exp(0.5) + numeric::exp(0.25)) / 3);
  CHECK(algorithm.log_weights()[0] == Approx(-growth).epsilon(1e-14));
  CHECK(algorithm.log_weights()[1] == 0);
  CHECK(algorithm.log_weights()[2] == Approx(0.5 - growth).epsilon(1e-14));
  CHECK(algorithm.log_weights()[3] == Approx(0.25 - growth).epsilon(1e-14));
  // Action 2's weight is no matter to a pool without it: exp(-growth) + u / 2 against 1 + u / 2.
  const std::vector<Action> others{0, 1};
  const double zero = numeric::exp(-growth);
  const double u = numeric::exp(0.25 - growth);
  CHECK(distribution_of(algorithm, one, ActionSet(others))[0] ==
        Approx(0.5 * (zero + u / 2) / (zero + 1 + u) + 0.25).epsilon(1e-14));
}

TEST_CASE("exp4: new actions are distinguished, whatever was earned before they came") {
  Exp4 algorithm(4, {}, 0.5);
  const std::vector<Action> retired{0, 3};
  for (int t = 0; t < 4'000; ++t) algorithm.update(Context(one), ActionSet(retired), 0, 1);
  const std::vector<Action> young{1, 2};
  CHECK(distribution_of(algorithm, one, ActionSet(young)) == std::vector<double>{0.5, 0.5});
  for (int t = 0; t < 400; ++t) algorithm.update(Context(one), ActionSet(young), 1, 1);
  CHECK(distribution_of(algorithm, one, ActionSet(young))[0] > 0.74);  // gamma leaves 0.75
  // Two bad actions alone, both far behind: their weights are scaled among themselves.
  const std::vector<Action> bad{2, 3};
  const auto distribution = distribution_of(algorithm, one, ActionSet(bad));
  CHECK(distribution[0] + distribution[1] == Approx(1).epsilon(1e-14));
}

TEST_CASE(
    "exp4: the distribution is that of figure 4, computed with plain weights from the history") {
  constexpr Action arms = 4;
  constexpr double gamma = 0.3;
  std::vector<Agent> experts{fixed_action(arms, 1), fixed_action(arms, 3, 0.4), Agent(BySign()),
                             uniform(arms)};
  Exp4 algorithm(arms, experts, gamma);
  std::vector<double> weights(4, 1.0);
  double worst = 0;
  std::vector<double> x{0, 1};
  for (std::uint64_t t = 0; t < 300; ++t) {
    Draws draws({131}, t);
    x[0] = draws.normal();
    const std::vector<Action> pool = testing::random_pool(arms, draws);
    const std::size_t n = pool.size();
    // The advice, case by case.
    std::vector<std::vector<double>> advice(4, std::vector<double>(n));
    const auto place = [&](Action wanted) {
      for (std::size_t i = 0; i < n; ++i) {
        if (pool[i] == wanted) return i;
      }
      return std::size_t{0};  // fixed_action: the lowest
    };
    advice[0][place(1)] = 1;
    advice[1].assign(n, 0.4 / static_cast<double>(n));
    advice[1][place(3)] += 0.6;
    advice[2][x[0] < 0 && n > 1 ? 1 : 0] = 1;
    advice[3].assign(n, 1 / static_cast<double>(n));

    const double total = weights[0] + weights[1] + weights[2] + weights[3];
    std::vector<double> wanted(n, gamma / static_cast<double>(n));
    for (std::size_t e = 0; e < 4; ++e) {
      for (std::size_t i = 0; i < n; ++i)
        wanted[i] += (1 - gamma) * weights[e] / total * advice[e][i];
    }
    const auto distribution = distribution_of(algorithm, x, ActionSet(pool));
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
      worst = std::max(worst, std::fabs(distribution[i] - wanted[i]));
      sum += distribution[i];
    }
    CHECK(sum == Approx(1).epsilon(1e-14));

    const auto played = draws.below(static_cast<std::uint32_t>(n));
    const double reward = draws.uniform();
    algorithm.update(Context(x), ActionSet(pool), pool[played], reward);
    for (std::size_t e = 0; e < 4; ++e) {
      const double y_hat = advice[e][played] * reward / wanted[played];
      weights[e] *= std::exp(gamma * y_hat / static_cast<double>(n));
    }
  }
  CHECK(worst < 1e-12);
}

TEST_CASE("exp4: chooses by its distribution") {
  Exp4 algorithm(3, {fixed_action(3, 2, 0.3), fixed_action(3, 0)}, 0.2);
  const ActionSet all = ActionSet::all(3);
  for (int i = 0; i < 5; ++i) algorithm.update(Context(one), all, 2, 1);
  const auto distribution = distribution_of(algorithm, one, all);
  std::vector<double> seen(3);
  constexpr int asked = 20'000;
  for (std::uint64_t t = 0; t < asked; ++t) {
    Draws draws({132}, t);
    seen[algorithm.choose(Context(one), all, draws)] += 1.0 / asked;
  }
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(std::fabs(seen[i] - distribution[i]) <
          5 * std::sqrt(distribution[i] * (1 - distribution[i]) / asked));
  }
}

TEST_CASE("exp4: the built-in experts are those that can be written out") {
  const Log log = testing::golden_log(50);
  const Agent built_in = testing::make_agent("exp4", log);
  const Agent listed = testing::make_agent(
      "exp4{policies=\"fixed_action{action=0}; fixed_action{action=1}; fixed_action{action=2};"
      "fixed_action{action=3}; fixed_action{action=4}; uniform_random;\"}",
      log);
  Agent left = built_in;
  Agent right = listed;
  ContextReader records(log);
  for (std::size_t i = 0; i < log.size(); ++i) {
    const Record record = records.record(i);
    left.update(record.context, record.actions, record.action, record.reward);
    right.update(record.context, record.actions, record.action, record.reward);
    std::vector<double> of_left(5);
    std::vector<double> of_right(5);
    left.probabilities(record.context, record.actions, of_left);
    right.probabilities(record.context, record.actions, of_right);
    for (std::size_t a = 0; a < 5; ++a) CHECK(of_left[a] == Approx(of_right[a]).epsilon(1e-14));
  }
}

TEST_CASE("exp4: earns nearly what the best expert earns, where that is contextual") {
  // Reward 1 for the action that the sign of x names, else 0, with two actions: the regret bound of
  // theorem 7.1, (e - 1) gamma g + K ln N / gamma, holds in expectation; this is one run.
  Exp4 algorithm(2, {fixed_action(2, 0), fixed_action(2, 1), Agent(BySign()), uniform(2)}, 0.05);
  const ActionSet both = ActionSet::all(2);
  double earned = 0;
  constexpr int horizon = 5'000;
  std::vector<double> x{0};
  for (std::uint64_t t = 0; t < horizon; ++t) {
    Draws draws({133}, t);
    x[0] = draws.normal();
    const Action action = algorithm.choose(Context(x), both, draws);
    const double reward = action == (x[0] < 0 ? 1u : 0u) ? 1 : 0;
    earned += reward;
    algorithm.update(Context(x), both, action, reward);
  }
  // Bound: 1.718 * 0.05 * 5000 + 2 ln 4 / 0.05 = 485. What is left to gamma alone is 125.
  CHECK(horizon - earned < 485);
  CHECK(horizon - earned > 90);
}

TEST_CASE("exp4: long runs do not overflow") {
  Exp4 algorithm(2, {}, 1);
  const ActionSet both = ActionSet::all(2);
  for (int t = 0; t < 100'000; ++t) algorithm.update(Context(one), both, 0, 1);
  // Plain weights would be exp(100,000).
  CHECK(algorithm.log_weights()[0] - algorithm.log_weights()[1] == Approx(100'000).epsilon(1e-9));
  CHECK(algorithm.log_weights()[0] == Approx(numeric::log(3)).epsilon(1e-9));
  CHECK(distribution_of(algorithm, one, both) ==
        std::vector<double>{0.5, 0.5});  // gamma = 1: uniform
  // 1 / p overflows for an action that no expert advises and gamma hardly allows.
  Exp4 tiny(2, {fixed_action(2, 0)}, 1e-310);
  CHECK_NOTHROW(tiny.update(Context(one), both, 0, 1));
  CHECK_THROWS_AS(tiny.update(Context(one), both, 1, 1), NumericalFailure);
}

TEST_CASE("exp4: learners, unknown policies and secretive ones are refused") {
  const Log log = testing::golden_log(1);
  CHECK_NOTHROW(testing::make_agent("exp4{policies='table_policy{actions=[0, 4, 2, 1]}'}", log));
  CHECK_THROWS_WITH(testing::make_agent("exp4{policies=\"uniform_random; ucb{alpha=1}\"}", log),
                    Catch::Contains("\"ucb{alpha=1}\" learns"));
  CHECK_THROWS_AS(testing::make_agent("exp4{policies=\"first_context\"}", log), NotApplicable);
  CHECK_THROWS_AS(testing::make_agent("exp4{policies=\"exp4\"}", log), NotApplicable);
  CHECK_THROWS_WITH(testing::make_agent("exp4{policies=\"linear_svm\"}", log),
                    Catch::Contains("exp4's policies: \"linear_svm\" must be trained"));
  CHECK_THROWS_AS(testing::make_agent("exp4{policies=\"fixed_action{action=9}\"}", log),
                  NotApplicable);
  CHECK_THROWS_AS(testing::make_agent("exp4{policies=\"nobody\"}", log), SpecErrors);
  CHECK_THROWS_AS(testing::make_agent("exp4{policies=\"fixed_action{acton=1}\"}", log), SpecErrors);
  CHECK_THROWS_AS(Exp4(2, {testing::make_agent("ucb", log)}, 0.1), std::invalid_argument);
  const Exp4 algorithm(2, {Agent(Secretive())}, 0.1);
  Draws draws({1}, 0);
  CHECK_THROWS_AS(algorithm.choose(Context(one), ActionSet::all(2), draws), std::logic_error);
}

TEST_CASE("exp4: rewards outside [0, 1] are refused") {
  Problem problem;
  problem.action_count = 2;
  problem.dimension = 1;
  CHECK_THROWS_AS(testing::make_agent("exp4", problem), NotApplicable);
  problem.rewards = RewardRange::unit;
  CHECK_NOTHROW(testing::make_agent("exp4", problem));
}

TEST_CASE("exp4: golden traces") {
  const Log log = testing::golden_log(120);
  CHECK(testing::trace(testing::make_agent("exp4{gamma=0.2}", log), log) ==
        "330141224044241004130440444024021034434140313210322104244121330402343124414"
        "124310312412443333134402242441434430442342412");
  CHECK(testing::trace(
            testing::make_agent(
                "exp4{policies=\"fixed_action{action=4}; table_policy{actions=[3, 0, 2]}\"}", log),
            log) ==
        "440243034044440024340442444324223044444340424223444324444342442422444004424"
        "304420433422444444344400240442444430443442422");
}

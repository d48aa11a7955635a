#include "algorithms/exp3_p/exp3_p.hpp"

#include <cmath>

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/random_history.hpp"

using namespace replaybench;
using namespace replaybench::algorithms;
using namespace replaybench::testing;
using algorithms::exp3_p::Exp3P;

namespace {

Action ask(const Exp3P& algorithm, const ActionSet& actions, std::uint64_t step) {
  Draws draws({71}, step);
  return algorithm.choose(Context(), actions, draws);
}

std::vector<double> distribution(const Exp3P& algorithm, const ActionSet& actions) {
  std::vector<double> out(actions.size());
  algorithm.probabilities(Context(), actions, out);
  return out;
}

// The paper's listing with plain weights and its initial weights, over the whole history.
std::vector<double> distribution_from_history(const std::vector<Event>& history, double alpha,
                                              double gamma, double horizon, Action action_count,
                                              const std::vector<Action>& pool) {
  std::vector<double> w(action_count,
                        std::exp(alpha * gamma / 3 * std::sqrt(horizon / action_count)));
  const auto p = [&](const std::vector<Action>& available) {
    double sum = 0;
    for (const Action a : available) sum += w[a];
    std::vector<double> probabilities;
    for (const Action a : available) {
      probabilities.push_back((1 - gamma) * w[a] / sum +
                              gamma / static_cast<double>(available.size()));
    }
    return probabilities;
  };
  for (const Event& event : history) {
    const double k = static_cast<double>(event.pool.size());
    const auto before = p(event.pool);
    for (std::size_t i = 0; i < event.pool.size(); ++i) {
      const Action a = event.pool[i];
      const double estimate = a == event.action ? event.reward / before[i] : 0;
      w[a] *= std::exp(gamma / (3 * k) * (estimate + alpha / (before[i] * std::sqrt(k * horizon))));
    }
  }
  return p(pool);
}

}  // namespace

TEST_CASE("exp3_p: one step by hand") {
  // K = 2, T = 8: sqrt(K T) = 4; p = 1/2; alpha / (p sqrt(K T)) = 2 / 2 = 1; rate 0.6 / 6 = 0.1.
  Exp3P algorithm(2, 2, 0.6, 8);
  const ActionSet both = ActionSet::all(2);
  CHECK(distribution(algorithm, both) == std::vector<double>{0.5, 0.5});
  algorithm.update(Context(), both, 0, 1);
  CHECK(algorithm.log_weight(0) == Approx(0.1 * (2 + 1)).epsilon(1e-15));
  CHECK(algorithm.log_weight(1) == Approx(0.1 * 1).epsilon(1e-15));
  // p_0 = 0.4 e^0.2 / (1 + e^0.2) + 0.3 = 0.4 * 0.549833997312478 + 0.3.
  CHECK(distribution(algorithm, both)[0] == Approx(0.5199335989249912).epsilon(1e-14));
}

TEST_CASE("exp3_p: without reward the rarer action gains") {
  Exp3P algorithm(2, 4, 0.2, 100);
  const ActionSet both = ActionSet::all(2);
  for (int t = 0; t < 20; ++t) algorithm.update(Context(), both, 0, 1);
  const double before = distribution(algorithm, both)[1];
  algorithm.update(Context(), both, 0, 0);
  CHECK(distribution(algorithm, both)[1] > before);
}

TEST_CASE("exp3_p: the distribution is that recomputed from the history with plain weights") {
  const auto [alpha, gamma] =
      GENERATE(table<double, double>({{0, 0.3}, {1, 0.05}, {8, 0.3}, {2, 1}}));
  Exp3P algorithm(5, alpha, gamma, 1'000);
  std::vector<Event> history;
  for (std::uint64_t t = 0; t < 300; ++t) {
    Draws draws({72}, t);
    const auto pool = random_pool(5, draws);
    const auto seen = distribution(algorithm, ActionSet(pool));
    const auto wanted = distribution_from_history(history, alpha, gamma, 1'000, 5, pool);
    for (std::size_t i = 0; i < pool.size(); ++i) {
      CHECK(seen[i] == Approx(wanted[i]).epsilon(1e-11));
    }
    const Action played = t % 2 == 0 ? ask(algorithm, ActionSet(pool), t)
                                     : pool[draws.below(static_cast<Action>(pool.size()))];
    const double reward = draws.uniform() < 0.5 ? draws.uniform() : played % 2;
    algorithm.update(Context(), ActionSet(pool), played, reward);
    history.push_back({pool, played, reward});
  }
}

TEST_CASE("exp3_p: actions outside the pool keep their weights") {
  Exp3P algorithm(4, 8, 0.3, 100);
  const std::vector<Action> pool{1, 3};
  algorithm.update(Context(), ActionSet(pool), 3, 1);
  CHECK(algorithm.log_weight(0) == 0);
  CHECK(algorithm.log_weight(2) == 0);
  CHECK(algorithm.log_weight(1) > 0);
  CHECK(algorithm.log_weight(3) > algorithm.log_weight(1));
}

TEST_CASE("exp3_p: the horizon is the parameter's, else the problem's") {
  Problem problem;
  problem.action_count = 3;
  problem.dimension = 1;
  problem.rewards = RewardRange::binary;
  CHECK_THROWS_AS(testing::make_agent("exp3_p", problem), NotApplicable);
  const auto taught = [](Agent agent) {
    for (int t = 0; t < 5; ++t) agent.update(Context(), ActionSet::all(3), 1, 1);
    return agent.state_digest();
  };
  const std::uint64_t by_parameter = taught(testing::make_agent("exp3_p{horizon=50}", problem));
  problem.horizon = 50;
  CHECK(taught(testing::make_agent("exp3_p", problem)) == by_parameter);
  problem.horizon = 5'000;
  CHECK(taught(testing::make_agent("exp3_p{horizon=50}", problem)) == by_parameter);
  CHECK(taught(testing::make_agent("exp3_p", problem)) != by_parameter);
}

TEST_CASE("exp3_p: the regret of every run keeps the bound of theorem 6.3") {
  // With probability 1 - delta: 4 sqrt(K T ln(K T / delta)) + 4 sqrt(5/3 K T ln K)
  // + 8 ln(K T / delta), with the theorem's alpha and gamma.
  constexpr double k = 3;
  constexpr double horizon = 20'000;
  constexpr double delta = 0.05;
  const double log_term = std::log(k * horizon / delta);
  const double alpha = 2 * std::sqrt(log_term);
  const double gamma = std::min(0.6, 2 * std::sqrt(0.6 * k * std::log(k) / horizon));
  const double bound = 4 * std::sqrt(k * horizon * log_term) +
                       4 * std::sqrt(5.0 / 3 * k * horizon * std::log(k)) + 8 * log_term;
  const auto reward_of = [&](double t, Action a) {
    return t < horizon / 2 ? (a == 0 ? 0.6 : 0.3) : (a == 2 ? 1.0 : 0.1);
  };
  const double best = horizon / 2 * (0.3 + 1.0);  // action 2
  for (std::uint64_t run = 0; run < 5; ++run) {
    Exp3P algorithm(3, alpha, gamma, static_cast<std::uint64_t>(horizon));
    const ActionSet all = ActionSet::all(3);
    double earned = 0;
    for (std::uint64_t t = 0; t < static_cast<std::uint64_t>(horizon); ++t) {
      Draws draws(replicate_key({73}, run), t);
      const Action action = algorithm.choose(Context(), all, draws);
      const double reward = reward_of(static_cast<double>(t), action);
      earned += reward;
      algorithm.update(Context(), all, action, reward);
    }
    CAPTURE(run, best - earned, bound);
    CHECK(best - earned < bound);
  }
  // Action 0 forever is beyond the bound: the test can fail.
  CHECK(best - horizon / 2 * (0.6 + 0.1) > bound);
}

TEST_CASE("exp3_p: golden trace") {
  const Log log = testing::golden_log(120);
  CHECK(testing::trace(testing::make_agent("exp3_p{horizon=120}", log), log) ==
        "044023231010040443234024020212342221243024212043002110302031030213111122302002031423412241"
        "343012214342302210400004422213");
  CHECK(testing::trace(testing::make_agent("exp3_p{horizon=120, alpha=1, gamma=0.5}", log), log) ==
        "044024041010144443244022020342303421243224223204012110302233033232211223303042031423431342"
        "443012314343403220410002423314");
}

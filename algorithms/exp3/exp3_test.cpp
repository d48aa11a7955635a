#include "algorithms/exp3/exp3.hpp"

#include <cmath>

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/random_history.hpp"

using namespace replaybench;
using namespace replaybench::algorithms;
using namespace replaybench::testing;
using algorithms::exp3::Exp3;

namespace {

Action ask(const Exp3& algorithm, const ActionSet& actions, std::uint64_t step) {
  Draws draws({61}, step);
  return algorithm.choose(Context(), actions, draws);
}

std::vector<double> distribution(const Exp3& algorithm, const ActionSet& actions) {
  std::vector<double> out(actions.size());
  algorithm.probabilities(Context(), actions, out);
  return out;
}

// The paper's listing with plain weights, over the whole history.
std::vector<double> distribution_from_history(const std::vector<Event>& history, double gamma,
                                              Action action_count,
                                              const std::vector<Action>& pool) {
  std::vector<double> w(action_count, 1.0);
  const auto p = [&](const std::vector<Action>& available, Action action) {
    double sum = 0;
    for (const Action a : available) sum += w[a];
    return (1 - gamma) * w[action] / sum + gamma / static_cast<double>(available.size());
  };
  for (const Event& event : history) {
    const double estimate = event.reward / p(event.pool, event.action);
    w[event.action] *= std::exp(gamma * estimate / static_cast<double>(event.pool.size()));
  }
  std::vector<double> probabilities;
  for (const Action a : pool) probabilities.push_back(p(pool, a));
  return probabilities;
}

}  // namespace

TEST_CASE("exp3: two steps by hand") {
  Exp3 algorithm(2, 0.5);
  const ActionSet both = ActionSet::all(2);
  CHECK(distribution(algorithm, both) == std::vector<double>{0.5, 0.5});
  // x_hat = 1 / 0.5 = 2; w_0 = exp(0.5 * 2 / 2) = e^0.5.
  algorithm.update(Context(), both, 0, 1);
  CHECK(algorithm.log_weight(0) == 0.5);
  CHECK(algorithm.log_weight(1) == 0);
  // p_0 = 0.5 e^0.5 / (1 + e^0.5) + 0.25 = 0.5 * 0.6224593312018546 + 0.25.
  CHECK(distribution(algorithm, both)[0] == Approx(0.5612296656009273).epsilon(1e-14));
  // Action 1 pays 0.5: x_hat = 0.5 / 0.4387703343990727, w_1 = exp(0.25 x_hat).
  algorithm.update(Context(), both, 1, 0.5);
  CHECK(algorithm.log_weight(1) == Approx(0.28488708).epsilon(1e-7));
  // A reward of 0 teaches nothing.
  const double before = algorithm.log_weight(0);
  algorithm.update(Context(), both, 0, 0);
  CHECK(algorithm.log_weight(0) == before);
}

TEST_CASE("exp3: a pool is a game of its own") {
  Exp3 algorithm(4, 0.3);
  const std::vector<Action> pool{1, 3};
  // p = 1/2; share 0.15; ln w_3 = 0.15 * 1 / 0.5.
  algorithm.update(Context(), ActionSet(pool), 3, 1);
  CHECK(algorithm.log_weight(3) == Approx(0.3).epsilon(1e-15));
  CHECK(algorithm.log_weight(0) == 0);
  const auto two = distribution(algorithm, ActionSet(pool));
  CHECK(two[1] == Approx(0.7 * std::exp(0.3) / (1 + std::exp(0.3)) + 0.15).epsilon(1e-14));
  CHECK(two[0] + two[1] == Approx(1).epsilon(1e-15));
}

TEST_CASE("exp3: the distribution is that recomputed from the history with plain weights") {
  const double gamma = GENERATE(0.05, 0.3, 1.0);
  Exp3 algorithm(5, gamma);
  std::vector<Event> history;
  for (std::uint64_t t = 0; t < 300; ++t) {
    Draws draws({62}, t);
    const auto pool = random_pool(5, draws);
    const auto seen = distribution(algorithm, ActionSet(pool));
    const auto wanted = distribution_from_history(history, gamma, 5, pool);
    for (std::size_t i = 0; i < pool.size(); ++i) {
      CHECK(seen[i] == Approx(wanted[i]).epsilon(1e-11));
      CHECK(seen[i] >= gamma / static_cast<double>(pool.size()) * (1 - 1e-15));
    }
    // Half of the time an action that was not chosen: an expert, or a late reward.
    const Action played = t % 2 == 0 ? ask(algorithm, ActionSet(pool), t)
                                     : pool[draws.below(static_cast<Action>(pool.size()))];
    const double reward = draws.uniform() < 0.5 ? draws.uniform() : played % 2;
    algorithm.update(Context(), ActionSet(pool), played, reward);
    history.push_back({pool, played, reward});
  }
}

TEST_CASE("exp3: the estimate of every action's reward is unbiased") {
  // Sum over the played action of p times the step of ln w is gamma / K times the reward.
  Exp3 algorithm(3, 0.2);
  const ActionSet all = ActionSet::all(3);
  for (std::uint64_t t = 0; t < 50; ++t) {
    algorithm.update(Context(), all, ask(algorithm, all, t), Draws({63}, t).uniform());
  }
  const double rewards[] = {0.9, 0.1, 0.4};
  const auto p = distribution(algorithm, all);
  for (Action a = 0; a < 3; ++a) {
    Exp3 played = algorithm;
    played.update(Context(), all, a, rewards[a]);
    const double step = played.log_weight(a) - algorithm.log_weight(a);
    CHECK(p[a] * step == Approx(0.2 / 3 * rewards[a]).epsilon(1e-12));
  }
}

TEST_CASE("exp3: weights past the largest double") {
  Exp3 algorithm(2, 0.5);
  const ActionSet both = ActionSet::all(2);
  for (int t = 0; t < 10'000; ++t) algorithm.update(Context(), both, 0, 1);
  CHECK(algorithm.log_weight(0) > 1'000);
  CHECK(distribution(algorithm, both)[0] == 0.75);
  CHECK(distribution(algorithm, both)[1] == 0.25);
}

TEST_CASE("exp3: the regret bound of theorem 3.1 against rewards that turn round") {
  // For the first half action 0 pays, then action 2 twice as often as 0 and 1. Best in hindsight:
  // the highest sum. Bound: (e - 1) gamma G_max + K ln K / gamma, on the expectation.
  constexpr std::uint64_t horizon = 4'000;
  const auto reward_of = [](std::uint64_t t, Action a) {
    if (t < horizon / 2) return a == 0 ? 0.6 : 0.3;
    return a == 2 ? 1.0 : 0.5;
  };
  double best = 0;
  for (Action a = 0; a < 3; ++a) {
    double sum = 0;
    for (std::uint64_t t = 0; t < horizon; ++t) sum += reward_of(t, a);
    best = std::max(best, sum);
  }
  const double gamma = std::min(1.0, std::sqrt(3 * std::log(3.0) / ((std::exp(1.0) - 1) * best)));
  double regret = 0;
  constexpr int runs = 20;
  for (int run = 0; run < runs; ++run) {
    Exp3 algorithm(3, gamma);
    const ActionSet all = ActionSet::all(3);
    double earned = 0;
    for (std::uint64_t t = 0; t < horizon; ++t) {
      Draws draws(replicate_key({64}, static_cast<std::uint64_t>(run)), t);
      const Action action = algorithm.choose(Context(), all, draws);
      earned += reward_of(t, action);
      algorithm.update(Context(), all, action, reward_of(t, action));
    }
    regret += (best - earned) / runs;
  }
  const double bound = (std::exp(1.0) - 1) * gamma * best + 3 * std::log(3.0) / gamma;
  CAPTURE(best, regret, bound);
  CHECK(regret < bound);
  // A uniform choice is beyond the bound: the test can fail.
  CHECK(best - horizon * (0.4 + 2.0 / 3) / 2 > bound);
}

TEST_CASE("exp3: golden trace") {
  const Log log = testing::golden_log(120);
  CHECK(testing::trace(testing::make_agent("exp3", log), log) ==
        "044023231010040443234024020212342221243024222043002110302031030213111122302002031423412241"
        "343012214342403210400004422213");
  CHECK(testing::trace(testing::make_agent("exp3{gamma=0.5}", log), log) ==
        "044024041020144443244032020343303421244224324204003110302243043232211223403042031423431343"
        "443023314343413331410012443414");
}

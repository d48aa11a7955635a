#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/environments.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

double earned_on(const std::string& dataset, const std::string& algorithm, std::uint64_t horizon) {
  const auto environment = dataset_of(dataset)->environment({1}, {2});
  Problem problem;
  problem.action_count = environment->action_count();
  problem.dimension = environment->dimension();
  problem.horizon = horizon;
  problem.rewards = environment->rewards();
  Agent agent = make_agent(algorithm, problem);
  return agent.play(*environment, horizon, {3}).sums.reward();
}

}  // namespace

TEST_CASE("adversarial_arms: a step does not depend on what was observed before") {
  require_steps_are_addresses(*dataset_of("adversarial_arms"));
  require_steps_are_addresses(*dataset_of("adversarial_arms{arms=5, against=\"kl_ucb\"}"));
}

TEST_CASE("adversarial_arms: its target earns nothing, whatever the arms pay") {
  for (const std::string target :
       {"ucb", "ucb{alpha=0.1}", "kl_ucb", "moss", "moss{horizon=500}"}) {
    INFO(target);
    const std::string text = "adversarial_arms{means=[1, 1, 0.5], against=\"" + target + "\"}";
    CHECK(earned_on(text, target, 500) == 0);
    CHECK(earned_on(text, "uniform_random", 500) > 100);
  }
}

TEST_CASE("adversarial_arms: a target that begins to choose at random is refused at that step") {
  const auto environment =
      dataset_of("adversarial_arms{against=\"ad_predictor{explore=100, alpha=1}\"}")
          ->environment({1}, {2});
  CHECK_NOTHROW(environment->observe(99));
  CHECK_THROWS_WITH(environment->observe(100), Catch::Contains("chooses at random at step 100"));
  // Steps before it are still there.
  CHECK_NOTHROW(environment->observe(3));
  const std::string late = "adversarial_arms{against=\"limited{of='ucb', response=10, limit=20}\"}";
  CHECK_THROWS_AS(dataset_of(late)->environment({1}, {2})->observe(1'000), NotApplicable);
  CHECK_THROWS_AS(dataset_of("adversarial_arms{against=\"strategy_bandit{strategies='most_recent; "
                             "uniform_random'}\"}")
                      ->environment({1}, {2})
                      ->observe(1'000),
                  NotApplicable);
}

TEST_CASE("adversarial_arms: against UCB each arm pays its mean but for one step in K") {
  // A UCB that only ever earns 0 plays the arms in turn.
  const auto environment =
      dataset_of("adversarial_arms{means=[0.6, 0.2, 1, 0]}")->environment({1}, {2});
  constexpr int steps = 20'000;
  double paid[4] = {};
  double expected[4] = {};
  for (int t = 0; t < steps; ++t) {
    environment->observe(t);
    for (Action a = 0; a < 4; ++a) {
      paid[a] += environment->reward(a);
      expected[a] += environment->expected_reward(environment->context(), a, Knowledge::full);
    }
  }
  const double means[] = {0.6, 0.2, 1, 0};
  for (int a = 0; a < 4; ++a) {
    INFO("arm " << a);
    CHECK(expected[a] / steps == Approx(0.75 * means[a]).epsilon(1e-12));
    require_near(paid[a] / steps, 0.75 * means[a], std::sqrt(0.25 / steps));
  }
}

TEST_CASE("adversarial_arms: refuses a target whose choices cannot be known") {
  for (const std::string target :
       {"thompson_sampling", "epsilon_greedy", "ucb{ties=random}", "exp3_p", "nobody"}) {
    INFO(target);
    CHECK_THROWS_AS(dataset_of("adversarial_arms{against=\"" + target + "\"}"), SpecErrors);
  }
  // Algorithms whose choice is not known in advance.
  for (const std::string target : {"random_forest", "ucb_v_counting_choose"}) {
    CHECK_THROWS_WITH(dataset_of("adversarial_arms{against=\"" + target + "\"}"),
                      Catch::Contains("adversarial_arms's against: \"" + target + "\""));
  }
  CHECK_THROWS_AS(dataset_of("adversarial_arms{means=[]}"), SpecErrors);
  CHECK_THROWS_AS(dataset_of("adversarial_arms{means=[1.1]}"), SpecErrors);
}

#include "algorithms/best_policy/best_policy.hpp"

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"

using namespace replaybench;

namespace {

// Expected rewards from a table: one row a kind of knowledge.
class TableEnvironment : public Environment {
 public:
  Action action_count() const override { return 3; }
  std::size_t dimension() const override { return 1; }
  void observe(std::uint64_t) override {}
  Context context() const override { return Context(); }
  double reward(Action) const override { return 0; }
  double expected_reward(const Context& context, Action action,
                         Knowledge knowledge) const override {
    static const double table[3][3] = {{0.1, 0.2, 0.9}, {0.1, 0.8, 0.8}, {0.7, 0.2, 0.3}};
    const double value = table[static_cast<int>(knowledge)][action];
    return context.size() > 0 && context[0] < 0 ? 1 - value : value;
  }
};

Problem table_problem() {
  Problem problem;
  problem.action_count = 3;
  problem.dimension = 1;
  problem.environment = std::make_shared<TableEnvironment>();
  return problem;
}

Action ask(const Agent& agent, double feature, const ActionSet& actions = ActionSet::all(3)) {
  Draws draws({1}, 0);
  return agent.choose(Context(std::span(&feature, 1)), actions, draws);
}

}  // namespace

TEST_CASE("best_policy: the argmax of each kind of knowledge, ties to the lowest") {
  const Agent full = testing::make_agent("best_policy{knowledge=\"full\"}", table_problem());
  CHECK(ask(full, 1) == 2);
  CHECK(ask(full, -1) == 0);
  const Agent posterior =
      testing::make_agent("best_policy{knowledge=\"posterior\"}", table_problem());
  CHECK(ask(posterior, 1) == 1);
  CHECK(ask(posterior, -1) == 0);
  const Agent plug_in = testing::make_agent("best_policy", table_problem());
  CHECK(ask(plug_in, 1) == 0);
  CHECK(ask(plug_in, -1) == 1);
  const std::vector<Action> pool{1, 2};
  CHECK(ask(plug_in, 1, ActionSet(pool)) == 2);
}

TEST_CASE("best_policy: the epsilon-optimal policy's probabilities") {
  const Agent agent = testing::make_agent("best_policy{epsilon=0.5}", table_problem());
  const double feature = 1;
  std::vector<double> out(3);
  agent.probabilities(Context(std::span(&feature, 1)), ActionSet::all(3), out);
  CHECK(out[0] == Approx(0.5 + 0.5 / 3).epsilon(1e-15));
  CHECK(out[1] == Approx(0.5 / 3).epsilon(1e-15));
}

TEST_CASE("best_policy: needs a simulator") {
  CHECK_THROWS_AS(testing::make_agent("best_policy", testing::golden_log(1)), NotApplicable);
}

TEST_CASE("best_policy: golden trace") {
  Log log = testing::golden_log(60);
  log.action_count = 3;
  for (Action& action : log.actions) action %= 3;
  CHECK(testing::trace(testing::make_agent("best_policy{epsilon=0.5}", table_problem()), log) ==
        "002002020000002220102001000120202200000102010102000100000102");
}

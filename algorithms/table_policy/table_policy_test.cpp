#include "algorithms/table_policy/table_policy.hpp"

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"

using namespace replaybench;
using algorithms::table_policy::TablePolicy;

namespace {

Action ask(const TablePolicy& policy, const std::vector<double>& x, const ActionSet& actions) {
  Draws draws({1}, 0);
  return policy.choose(Context(x), actions, draws);
}

}  // namespace

TEST_CASE("table_policy: one action a context number") {
  const TablePolicy policy({2, 0, 1});
  const ActionSet all = ActionSet::all(3);
  // The constant feature, fourth here, is not looked at although it ties or is larger.
  CHECK(ask(policy, {1, 0, 0, 1}, all) == 2);
  CHECK(ask(policy, {0, 1, 0, 1}, all) == 0);
  CHECK(ask(policy, {0, 0, 1, 1}, all) == 1);
  CHECK(ask(policy, {0.2, 0.2, 0.1, 1}, all) == 2);  // the first of equal features
  CHECK(ask(policy, {-3, -2, -1, 1}, all) == 1);
  const std::vector<Action> pool{0, 1};
  CHECK(ask(policy, {1, 0, 0, 1}, ActionSet(pool)) == 0);
  std::vector<double> out(2);
  policy.probabilities(Context(std::vector<double>{0, 0, 1, 1}), ActionSet(pool), out);
  CHECK(out == std::vector<double>{0, 1});
}

TEST_CASE("table_policy: a list that does not fit is refused") {
  const Log log = testing::golden_log(1);
  CHECK_NOTHROW(testing::make_agent("table_policy{actions=[0, 4, 2, 1]}", log));
  CHECK_THROWS_AS(testing::make_agent("table_policy{actions=[0, 1, 2, 3, 4]}", log), NotApplicable);
  CHECK_THROWS_AS(testing::make_agent("table_policy{actions=[0, 5]}", log), NotApplicable);
  CHECK_THROWS_AS(testing::make_agent("table_policy{actions=[]}", log), NotApplicable);
  CHECK_THROWS_AS(testing::make_agent("table_policy{actions=[-1]}", log), SpecErrors);
}

TEST_CASE("table_policy: golden trace") {
  const Log log = testing::golden_log(60);
  CHECK(testing::trace(testing::make_agent("table_policy{actions=[3, 0, 4]}", log), log) ==
        "344403033030340040330034440343443000404300040443443330404344");
}

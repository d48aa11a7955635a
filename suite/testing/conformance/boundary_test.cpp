// Response to bad input, for every algorithm: an error at the boundary, and an unchanged state.

#include <cmath>

#include "suite/component/checked_agent.hpp"
#include "suite/numeric/decimal.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/subjects.hpp"

using namespace replaybench;
using namespace replaybench::testing;

TEST_CASE("every algorithm: bad input is refused at the boundary, and teaches nothing") {
  const Shape shape{10, 16, false, false};
  const Problem problem = test_problem(shape);
  const Log& log = test_log(shape, 50);
  ContextReader contexts(log);
  std::vector<double> features(contexts[0].values().begin(), contexts[0].values().end());
  const std::vector<double> hidden(log.hidden_of(0).begin(), log.hidden_of(0).end());
  const auto with = [&](double value) {
    features[3] = value;
    return Context(features, hidden);
  };
  const std::vector<Action> pool{1, 4, 7};
  const std::vector<Action> beyond{1, 10};
  const std::vector<Action> unordered{4, 1};
  const ActionSet some(pool);
  const ActionSet none = ActionSet::all(0);

  in_sections(subjects(), [&](const Subject& subject) {
    const auto made = try_agent(subject, problem);
    if (!made) return;
    CheckedAgent agent(*made, problem);
    Draws draws({1}, 0);
    agent.update(with(0.5), some, 4, 1);
    const std::uint64_t state = digest_if_told(agent.agent());
    const Context fine = with(0.5);
    const std::span<const double> short_of_one(features.data(), 15);
    const Context shorter(short_of_one, hidden);
    CHECK_THROWS_WITH(agent.choose(shorter, some, draws),
                      "the context has 15 features; the algorithm was made for 16");
    CHECK_THROWS_WITH(agent.choose(fine, none, draws), "the pool of available actions is empty");
    CHECK_THROWS_WITH(agent.choose(fine, ActionSet(beyond), draws),
                      "the pool has action 10; the actions are 0 to 9");
    CHECK_THROWS_WITH(agent.choose(fine, ActionSet(unordered), draws),
                      "the pool of available actions is not increasing");
    CHECK_THROWS_WITH(agent.update(fine, some, 5, 1),
                      "action 5 is not in the pool of available actions");
    CHECK_THROWS_WITH(agent.update(fine, some, 4, 0.5), "the reward is 0.5; it must be 0 or 1");
    CHECK_THROWS_AS(agent.update(fine, some, 4, std::nan("")), std::invalid_argument);
    CHECK_THROWS_AS(agent.update(fine, none, 0, 1), std::invalid_argument);
    for (const double value : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
      const Context bad = with(value);
      CHECK_THROWS_WITH(
          agent.choose(bad, some, draws),
          "feature 3 of the context is " + numeric::to_decimal(value) + ", not a finite number");
      CHECK_THROWS_AS(agent.update(bad, some, 4, 1), std::invalid_argument);
    }
    const bool flawed = subject.component.description->properties.changes_state_in_choose;
    CHECK((flawed || digest_if_told(agent.agent()) == state));
    agent.update(with(0.5), some, 7, 0);  // and it goes on
    CHECK(some.contains(agent.choose(with(0.25), some, draws)));
  });
}

TEST_CASE("every algorithm: rewards that it cannot learn from are refused before it is made") {
  in_sections(subjects(), [](const Subject& subject) {
    Problem problem = test_problem({3, 4, false, false});
    problem.target_names = {"pi"};  // for what stands for columns of a log
    for (const RewardRange given : {RewardRange::real, RewardRange::unit, RewardRange::binary}) {
      problem.rewards = given;
      if (fits(given, subject.component.description->rewards)) {
        CHECK_NOTHROW(make_agent(subject.component, problem));
      } else {
        CHECK_THROWS_AS(make_agent(subject.component, problem), NotApplicable);
      }
    }
  });
}

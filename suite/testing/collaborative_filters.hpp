#pragma once
// Requirements on every collaborative filter (suite/learning/collaborative_filter.hpp).

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "suite/learning/context_user.hpp"
#include "suite/model/one_hot.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"

namespace replaybench::testing {

/// The tests of one: its class, its options, its name, and how many times it must see a table of
/// rewards to have learned it.
template <class Filter, class Options>
class CollaborativeFilterTests {
 public:
  CollaborativeFilterTests(std::string name, int rounds)
      : name_(std::move(name)), rounds_(rounds) {}

  void require_all() const {
    require_transfer();
    require_new_actions_first();
    require_probabilities();
    require_user_codes();
  }

 private:
  static constexpr std::size_t users = 8;

  static Context user(std::size_t u) {
    static const OneHotContexts contexts(users);
    return contexts.dense(u);
  }

  static Options greedy() {
    Options options;
    options.epsilon = 0;
    return options;
  }

  static Filter made(const Options& options, Action actions, std::size_t dimension = users) {
    Problem problem;
    problem.action_count = actions;
    problem.dimension = dimension;
    return Filter(options, problem);
  }

  // Users 0 to 3 like even items, users 4 to 7 odd ones; user 0 never saw items 4 and 5, whose
  // rewards are then predicted from the other users.
  void require_transfer() const {
    Filter filter = made(greedy(), 6);
    for (int round = 0; round < rounds_; ++round) {
      for (std::size_t u = 0; u < users; ++u) {
        for (Action item = 0; item < 6; ++item) {
          if (u == 0 && item >= 4) continue;
          filter.update(user(u), item, (item % 2 == 0) == (u < 4) ? 1 : 0);
        }
      }
    }
    CHECK(filter.predicted_reward(user(0), 4) > filter.predicted_reward(user(0), 5) + 0.5);
    const std::vector<Action> new_ones{4, 5};
    Draws draws({1}, 0);
    CHECK(filter.choose(user(0), ActionSet(new_ones), draws) == 4);
    CHECK(filter.choose(user(7), ActionSet(new_ones), draws) == 5);
  }

  void require_new_actions_first() const {
    Filter filter = made(greedy(), 3);
    filter.update(user(0), 0, 1);
    filter.update(user(0), 2, 1);
    CHECK(std::isinf(filter.predicted_reward(user(5), 1)));
    Draws draws({1}, 0);
    CHECK(filter.choose(user(5), ActionSet::all(3), draws) == 1);
  }

  void require_probabilities() const {
    Options options;
    options.epsilon = 0.4;
    Filter filter = made(options, 4);
    std::vector<double> out(4);
    filter.probabilities(user(0), ActionSet::all(4), out);
    for (const double p : out) CHECK(p == Approx(0.25).epsilon(1e-15));  // all of them new
    for (int n = 0; n < 40; ++n) {
      for (Action a = 0; a < 4; ++a) filter.update(user(0), a, a == 2 ? 1 : 0);
    }
    filter.probabilities(user(0), ActionSet::all(4), out);
    CHECK(out[2] == Approx(0.7).epsilon(1e-15));
    CHECK(std::accumulate(out.begin(), out.end(), 0.0) == Approx(1).epsilon(1e-15));
  }

  void require_user_codes() const {
    Options options = greedy();
    options.user = learning::UserSource::code;
    options.users = 4;
    options.feature = 1;
    Filter filter = made(options, 2, 2);
    const double two[] = {9, 2}, three[] = {9, 3}, far[] = {9, 77}, below[] = {9, -1};
    for (int n = 0; n < 50; ++n) {
      filter.update(Context(two), 0, 1);
      filter.update(Context(two), 1, 0);
      filter.update(Context(far), 0, 0);
      filter.update(Context(far), 1, 1);
    }
    const auto value = [&](const double(&x)[2], Action a) {
      return filter.predicted_reward(Context(x), a);
    };
    CHECK(value(two, 0) > value(two, 1));
    CHECK(value(below, 1) > value(below, 0));
    CHECK(value(three, 0) < value(two, 0));
    options.feature = 2;
    CHECK_THROWS_WITH(made(options, 2, 2),
                      name_ + ": there is no feature 2; contexts have 2, numbered from 0");
  }

  std::string name_;
  int rounds_;
};

/// Choices of a collaborative filter without exploration at 300 steps, at each of which it then
/// learns the reward of a random action: ten one-hot users, who come unequally often and like
/// different ones of eight actions.
inline std::string filter_trace(const std::string& name, const std::string& parameters = {}) {
  const OneHotContexts contexts(10);
  Agent agent =
      make_agent(name + "{epsilon=0" + (parameters.empty() ? "" : ", ") + parameters + "}", 8, 10);
  const ActionSet all = ActionSet::all(8);
  std::string chosen;
  for (std::uint64_t t = 0; t < 300; ++t) {
    Draws draws({0xf117e4}, t);
    const std::uint32_t first = draws.below(10), second = draws.below(10);
    const std::uint32_t u = std::min(first, second);
    const Action action = draws.below(8);
    const double reward = draws.uniform() < ((action + u) % 3 == 0 ? 0.7 : 0.35) ? 1 : 0;
    Draws own({0xf117e5}, t);
    chosen += static_cast<char>('0' + agent.choose(contexts.dense(u), all, own));
    agent.update(contexts.dense(u), all, action, reward);
  }
  return chosen;
}

/// Each of `variants` (parameters) chooses otherwise somewhere: the trace would show its mistakes.
inline void require_trace_shows(const std::string& name, const std::vector<std::string>& variants) {
  const std::string own = filter_trace(name);
  for (const std::string& variant : variants) {
    INFO(variant);
    CHECK(filter_trace(name, variant) != own);
  }
}

}  // namespace replaybench::testing

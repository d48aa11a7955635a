#include "algorithms/user_neighbours/user_neighbours.hpp"

#include <cmath>
#include <numeric>

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"

using namespace replaybench;
using namespace replaybench::algorithms::user_neighbours;

namespace {

constexpr std::size_t users = 8;

Context user_context(std::size_t user) {
  static const std::vector<double> identity = [] {
    std::vector<double> values(users * users, 0);
    for (std::size_t u = 0; u < users; ++u) values[u * users + u] = 1;
    return values;
  }();
  return Context(std::span(identity).subspan(user * users, users));
}

UserNeighbours made(Options options, Action actions = 6) {
  Problem problem;
  problem.action_count = actions;
  problem.dimension = users;
  return UserNeighbours(options, problem);
}

// Users 0 to 3 like even items, users 4 to 7 odd ones; user 0 never saw items 4 and 5.
template <class A>
void teach_two_groups(A& algorithm, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t user = 0; user < 8; ++user) {
      for (Action item = 0; item < 6; ++item) {
        if (user == 0 && item >= 4) continue;
        algorithm.update(user_context(user), item, (item % 2 == 0) == (user < 4) ? 1 : 0);
      }
    }
  }
}

}  // namespace

TEST_CASE("user_neighbours: what a user never saw is predicted from the others") {
  Options options;
  options.epsilon = 0;
  auto algorithm = made(options);
  teach_two_groups(algorithm, 1);
  const double liked = algorithm.predicted_reward(user_context(0), 4);
  const double disliked = algorithm.predicted_reward(user_context(0), 5);
  CHECK(liked > disliked + 0.5);
  const std::vector<Action> new_ones{4, 5};
  Draws draws({1}, 0);
  CHECK(algorithm.choose(user_context(0), ActionSet(new_ones), draws) == 4);
  CHECK(algorithm.choose(user_context(7), ActionSet(new_ones), draws) == 5);
}

TEST_CASE("user_neighbours: an action that was never learned comes first") {
  Options options;
  options.epsilon = 0;
  auto algorithm = made(options, 3);
  algorithm.update(user_context(0), 0, 1);
  algorithm.update(user_context(0), 2, 1);
  CHECK(std::isinf(algorithm.predicted_reward(user_context(5), 1)));
  Draws draws({1}, 0);
  CHECK(algorithm.choose(user_context(5), ActionSet::all(3), draws) == 1);
}

TEST_CASE("user_neighbours: probabilities by hand") {
  Options options;
  options.epsilon = 0.4;
  auto algorithm = made(options, 4);
  std::vector<double> out(4);
  algorithm.probabilities(user_context(0), ActionSet::all(4), out);
  for (const double p : out) CHECK(p == Approx(0.25).epsilon(1e-15));  // all of them new
  for (int n = 0; n < 40; ++n) {
    for (Action a = 0; a < 4; ++a) algorithm.update(user_context(0), a, a == 2 ? 1 : 0);
  }
  algorithm.probabilities(user_context(0), ActionSet::all(4), out);
  CHECK(out[2] == Approx(0.7).epsilon(1e-15));
  CHECK(std::accumulate(out.begin(), out.end(), 0.0) == Approx(1).epsilon(1e-15));
}

TEST_CASE("user_neighbours: a user may be the number of a feature") {
  Options options;
  options.user = learning::UserSource::code;
  options.users = 4;
  options.epsilon = 0;
  Problem problem;
  problem.action_count = 2;
  problem.dimension = 2;
  options.feature = 1;
  UserNeighbours algorithm(options, problem);
  const double two[] = {9, 2}, three[] = {9, 3}, far[] = {9, 77}, below[] = {9, -1};
  for (int n = 0; n < 50; ++n) {
    algorithm.update(Context(two), 0, 1);
    algorithm.update(Context(two), 1, 0);
    algorithm.update(Context(far), 0, 0);
    algorithm.update(Context(far), 1, 1);
  }
  CHECK(algorithm.predicted_reward(Context(two), 0) > algorithm.predicted_reward(Context(two), 1));
  CHECK(algorithm.predicted_reward(Context(below), 1) >
        algorithm.predicted_reward(Context(below), 0));
  CHECK(algorithm.predicted_reward(Context(three), 0) <
        algorithm.predicted_reward(Context(two), 0));
  options.feature = 2;
  CHECK_THROWS_WITH(UserNeighbours(options, problem),
                    "user_neighbours: there is no feature 2; contexts have 2, numbered from 0");
}

TEST_CASE("user_neighbours: golden trace") {
  Log log = testing::golden_log(120);
  for (std::size_t t = 0; t < log.size(); ++t) {
    // One-hot users, by the quarter in which the first feature is.
    const auto user = static_cast<std::size_t>(4 * log.contexts[4 * t]);
    for (std::size_t f = 0; f < 4; ++f) log.contexts[4 * t + f] = f == user ? 1 : 0;
  }
  CHECK(testing::trace(testing::make_agent("user_neighbours", log), log) ==
        "114434232040020442324003333344344444444444444444444414144444444444444444444"
        "444441444444444444444414444444444440444444444");
}

#include "suite/model/ties.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <vector>

#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

std::vector<double> random_scores(Draws& draws, std::size_t count) {
  std::vector<double> scores;
  for (std::size_t i = 0; i < count; ++i) scores.push_back(draws.below(4));  // many ties
  return scores;
}

}  // namespace

TEST_CASE("best action: the highest score, ties to the lowest index, no draw spent") {
  const std::vector<double> scores{1, 3, 2, 3, 3};
  const auto score = [&](Action a) { return scores[a]; };
  Draws draws({1}, 0);
  CHECK(best_action(ActionSet::all(5), Ties::lowest, draws, score) == 1);
  const std::vector<Action> pool{0, 2, 3, 4};
  CHECK(best_action(ActionSet(pool), Ties::lowest, draws, score) == 3);
  CHECK(draws.bits() == Draws({1}, 0).bits());
}

TEST_CASE("best action: infinities are scores") {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> scores{-infinity, -infinity, 1, infinity, infinity};
  const auto score = [&](Action a) { return scores[a]; };
  Draws draws({1}, 0);
  CHECK(best_action(ActionSet::all(5), Ties::lowest, draws, score) == 3);
  CHECK(best_action(ActionSet::all(2), Ties::lowest, draws, score) == 0);
}

TEST_CASE("best action: random ties are uniform among the best and spend a draw each") {
  const std::vector<double> scores{3, 1, 3, 3, 2};
  const auto score = [&](Action a) { return scores[a]; };
  int count[5] = {};
  for (std::uint64_t t = 0; t < 9'000; ++t) {
    Draws draws({120}, t);
    ++count[best_action(ActionSet::all(5), Ties::random, draws, score)];
  }
  CHECK(count[1] + count[4] == 0);
  // Binomial(9000, 1/3): standard deviation 44.7; five of them.
  for (const Action a : {0, 2, 3}) CHECK(std::abs(count[a] - 3'000) < 224);

  Draws used({121}, 0);
  best_action(ActionSet::all(5), Ties::random, used, score);
  Draws counted({121}, 0);
  counted.bits();
  counted.bits();
  CHECK(used.bits() == counted.bits());
}

TEST_CASE("is_best_action is best_action == logged, for every hint") {
  for (std::uint64_t t = 0; t < 500; ++t) {
    Draws draws({122}, t);
    const std::vector<double> scores = random_scores(draws, 6);
    const auto score = [&](Action a) { return scores[a]; };
    std::vector<Action> pool;
    for (Action a = 0; a < 6; ++a) {
      if (draws.below(2) == 0) pool.push_back(a);
    }
    if (pool.empty()) pool.push_back(draws.below(6));
    for (const bool all : {false, true}) {
      const ActionSet actions = all ? ActionSet::all(6) : ActionSet(pool);
      const Action best = best_action(actions, Ties::lowest, draws, score);
      for (Action i = 0; i < actions.size(); ++i) {
        for (Action hint = 0; hint < 6; ++hint) {
          Action given = hint;
          CHECK(is_best_action(actions, actions[i], given, score) == (actions[i] == best));
        }
      }
    }
  }
}

TEST_CASE("standing_of: beaten and alone hold for all draws, tied where they decide") {
  int seen[3] = {};
  for (std::uint64_t t = 0; t < 500; ++t) {
    Draws draws({123}, t);
    const std::vector<double> scores = random_scores(draws, 6);
    const auto score = [&](Action a) { return scores[a]; };
    const ActionSet actions = ActionSet::all(6);
    double highest = scores[0];
    for (const double one : scores) highest = std::max(highest, one);
    const auto winners = std::count(scores.begin(), scores.end(), highest);
    for (Action logged = 0; logged < 6; ++logged) {
      const Standing wanted = scores[logged] < highest ? Standing::beaten
                              : winners == 1           ? Standing::alone
                                                       : Standing::tied;
      ++seen[static_cast<int>(wanted)];
      for (Action hint = 0; hint < 6; ++hint) {
        Action given = hint;
        CHECK(standing_of(actions, logged, given, score) == wanted);
        if (wanted == Standing::beaten) CHECK(scores[given] > scores[logged]);
      }
    }
  }
  for (const int count : seen) CHECK(count > 50);
}

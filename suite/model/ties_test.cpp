#include "suite/model/ties.hpp"

#include <algorithm>
#include <array>
#include <cmath>
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

TEST_CASE("best action: a score of four at once gives the same action and spends the same draws") {
  struct Fours {
    const std::vector<double>& scores;
    double operator()(Action action) const { return scores[action]; }
    std::array<double, 4> scores_of_four(const std::array<Action, 4>& actions) const {
      return {scores[actions[0]], scores[actions[1]], scores[actions[2]], scores[actions[3]]};
    }
  };
  static_assert(ScoresFourAtOnce<Fours>);
  for (std::uint64_t t = 0; t < 200; ++t) {
    Draws maker({8}, t);
    std::vector<double> scores(1 + maker.below(14));
    for (double& score : scores) score = maker.below(3);
    const ActionSet actions = ActionSet::all(static_cast<Action>(scores.size()));
    Draws draws({9}, t);
    Draws same_draws({9}, t);
    REQUIRE(best_action(actions, Ties::random, draws, Fours{scores}) ==
            best_action(actions, Ties::random, same_draws, [&](Action a) { return scores[a]; }));
    REQUIRE(draws.bits() == same_draws.bits());
  }
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

TEST_CASE("would_be_best is best_action == logged, for every hint, rule of ties and draw") {
  for (const Ties ties : {Ties::lowest, Ties::random}) {
    int agreed = 0;
    for (std::uint64_t t = 0; t < 500; ++t) {
      Draws draws({124}, t);
      const std::vector<double> scores = random_scores(draws, 6);
      const auto score = [&](Action a) { return scores[a]; };
      const ActionSet actions = ActionSet::all(6);
      Draws choosing({125}, t);
      const Action best = best_action(actions, ties, choosing, score);
      for (Action logged = 0; logged < 6; ++logged) {
        for (Action hint = 0; hint < 7; ++hint) {
          Action given = hint;
          Draws same({125}, t);
          const bool agrees = would_be_best(actions, ties, same, logged, given, score);
          CHECK(agrees == (logged == best));
          agreed += agrees;
        }
      }
    }
    CHECK(agreed == 500 * 7);
  }
}

TEST_CASE("rank_of: beaten and unique_best hold for all draws, tied_best where they decide") {
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
      const Rank wanted = scores[logged] < highest ? Rank::beaten
                          : winners == 1           ? Rank::unique_best
                                                   : Rank::tied_best;
      ++seen[static_cast<int>(wanted)];
      for (Action hint = 0; hint < 6; ++hint) {
        Action given = hint;
        CHECK(rank_of(actions, logged, given, score) == wanted);
        if (wanted == Rank::beaten) CHECK(scores[given] > scores[logged]);
      }
    }
  }
  for (const int count : seen) CHECK(count > 50);
}

TEST_CASE("untied best: what every draw gives, and nothing where draws decide") {
  Draws draws({123}, 0);
  int tied = 0;
  for (int round = 0; round < 2'000; ++round) {
    const auto scores = random_scores(draws, 1 + draws.below(5));
    const auto score = [&](Action a) { return scores[a]; };
    const ActionSet actions = ActionSet::all(static_cast<Action>(scores.size()));
    const double highest = *std::max_element(scores.begin(), scores.end());
    const bool is_tied = std::count(scores.begin(), scores.end(), highest) > 1;
    const auto best = untied_best(actions, Ties::random, score);
    REQUIRE(best.has_value() == !is_tied);
    if (best) REQUIRE(scores[*best] == highest);
    REQUIRE(untied_best(actions, Ties::lowest, score) ==
            best_action(actions, Ties::lowest, draws, score));
    tied += is_tied;
  }
  CHECK(tied > 200);
}

namespace {

// A score in two parts; counts the calls of the second.
struct InTwoParts {
  const std::vector<double>& means;
  const std::vector<double>& bonuses;
  mutable int asked = 0;
  double mean(Action a) const { return means[a]; }
  double bonus(Action a) const {
    ++asked;
    return bonuses[a];
  }
  double operator()(Action a) const { return mean(a) + bonus(a); }
};

}  // namespace

TEST_CASE(
    "a score with a bonus: the answers of the whole score, and no bonus of an action whose mean "
    "wins") {
  static_assert(HasBonus<InTwoParts>);
  Draws draws({122}, 0);
  int spared = 0;
  for (int round = 0; round < 2'000; ++round) {
    const auto means = random_scores(draws, 5);
    const auto bonuses = random_scores(draws, 5);
    const auto whole = [&](Action a) { return means[a] + bonuses[a]; };
    const Action first_hint = draws.below(5);
    for (Action logged = 0; logged < 5; ++logged) {
      const InTwoParts parts{means, bonuses};
      int scored = 0;
      const auto counted = [&](Action a) {
        ++scored;
        return whole(a);
      };
      for (const bool best : {true, false}) {
        Action hint = first_hint;
        Action expected_hint = first_hint;
        if (best) {
          REQUIRE(is_best_action(ActionSet::all(5), logged, hint, parts) ==
                  is_best_action(ActionSet::all(5), logged, expected_hint, counted));
        } else {
          REQUIRE(rank_of(ActionSet::all(5), logged, hint, parts) ==
                  rank_of(ActionSet::all(5), logged, expected_hint, counted));
        }
        REQUIRE(hint == expected_hint);
      }
      REQUIRE(parts.asked <= scored);
      spared += scored - parts.asked;
    }
  }
  CHECK(spared > 1'000);
  // The logged action needs its own bonus; the other action wins by its mean.
  const std::vector<double> means{0, 2};
  const std::vector<double> bonuses{1, 5};
  const InTwoParts parts{means, bonuses};
  Action hint = 1;
  CHECK(rank_of(ActionSet::all(2), 0, hint, parts) == Rank::beaten);
  CHECK(parts.asked == 1);
}

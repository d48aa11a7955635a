#include "suite/learning/beta_choice.hpp"

#include <boost/math/distributions/chi_squared.hpp>
#include <vector>

#include "suite/testing/catch.hpp"

using namespace replaybench;
using namespace replaybench::learning;

namespace {

// Counts as after some rewards, fractions among them; some actions are alike, some far ahead.
std::vector<BetaScore> scores_of(Action count, double alpha, double beta, Draws& draws) {
  std::vector<BetaScore> scores;
  for (Action a = 0; a < count; ++a) {
    const double pulls = draws.below(4) == 0 ? 0 : draws.below(200);
    const double clicks = draws.below(2) == 0 ? 0 : pulls * draws.uniform() / 4;
    scores.push_back({alpha + clicks, beta + (pulls - clicks)});
  }
  return scores;
}

// The action with the highest logit of its own draws.
template <class Posterior>
Action plain_choice(const ActionSet& actions, Draws draws, const Posterior& posterior) {
  const StreamKey key{draws.bits()};
  return best_action(actions, Ties::lowest, draws, [&](Action a) {
    Draws own(key, a);
    return draw_logit_beta(own, posterior(a).a, posterior(a).b);
  });
}

// As above, with draws of one stream for all actions in turn: the same distribution, other choices.
template <class Posterior>
Action choice_in_turn(const ActionSet& actions, Draws draws, const Posterior& posterior) {
  return best_action(actions, Ties::lowest, draws, [&](Action a) {
    return draw_logit_beta(draws, posterior(a).a, posterior(a).b);
  });
}

}  // namespace

TEST_CASE("choice by Beta draws: that of the logits, whatever the hint") {
  for (const double alpha : {0.001, 0.1, 1.0, 30.0}) {
    for (const double beta : {0.5, 1.0, 100.0}) {
      CAPTURE(alpha, beta);
      int taken = 0;
      for (std::uint64_t t = 0; t < 2'000; ++t) {
        CAPTURE(t);
        Draws model({211}, t);
        const Action all = 1 + model.below(30);
        const auto scores = scores_of(all, alpha, beta, model);
        std::vector<Action> pool;
        for (Action a = 0; a < all; ++a) {
          if (a == 0 || model.below(3) > 0) pool.push_back(a);
        }
        const ActionSet actions(pool);
        const auto posterior = [&](Action a) { return scores[a]; };
        const Draws start({212}, t);
        const Action wanted = plain_choice(actions, start, posterior);
        Draws draws = start;
        REQUIRE(choose_by_beta(actions, draws, posterior) == wanted);
        for (const Action action : pool) {
          Draws own = start;
          Action hint = model.below(all + 2);
          REQUIRE(would_choose_by_beta(actions, action, hint, own, posterior) ==
                  (action == wanted));
          // The hint that is left beats the action, or is the winner.
          REQUIRE((hint == action) == (action == wanted));
        }
        taken += wanted != pool[0];
      }
      CHECK(taken > 500);
    }
  }
}

TEST_CASE("choice by Beta draws: the logits decide where odds are equal") {
  // Sharp posteriors of equal means: hardly ever are two draws further apart than the odds' error.
  const auto posterior = [](Action) { return BetaScore{1e9, 1e9}; };
  const ActionSet actions = ActionSet::all(5);
  for (std::uint64_t t = 0; t < 500; ++t) {
    const Draws start({213}, t);
    const Action wanted = plain_choice(actions, start, posterior);
    Draws draws = start;
    REQUIRE(choose_by_beta(actions, draws, posterior) == wanted);
    for (Action action = 0; action < 5; ++action) {
      Draws own = start;
      Action hint = 0;
      REQUIRE(would_choose_by_beta(actions, action, hint, own, posterior) == (action == wanted));
    }
  }
}

TEST_CASE("choice by Beta draws: distributed as draws of one stream in turn") {
  // Two samples of the choice among 12 actions, by the chi-square test of homogeneity.
  constexpr Action count = 12;
  constexpr std::uint64_t asked = 100'000;
  for (const double alpha : {0.05, 1.0}) {
    Draws model({214}, 0);
    std::vector<BetaScore> scores;
    for (Action a = 0; a < count; ++a)
      scores.push_back({alpha + model.below(6), 2.0 + model.below(9)});
    const auto posterior = [&](Action a) { return scores[a]; };
    const ActionSet actions = ActionSet::all(count);
    std::vector<double> by_action(count);
    std::vector<double> in_turn(count);
    for (std::uint64_t t = 0; t < asked; ++t) {
      Draws draws({215}, t);
      ++by_action[choose_by_beta(actions, draws, posterior)];
      ++in_turn[choice_in_turn(actions, Draws({216}, t), posterior)];
    }
    double statistic = 0;
    double freedom = -1;
    for (Action a = 0; a < count; ++a) {
      const double both = by_action[a] + in_turn[a];
      if (both == 0) continue;
      statistic += (by_action[a] - in_turn[a]) * (by_action[a] - in_turn[a]) / both;
      ++freedom;
    }
    CAPTURE(alpha, statistic, freedom);
    CHECK(freedom >= 6);
    CHECK(boost::math::cdf(boost::math::complement(
              boost::math::chi_squared_distribution<double>(freedom), statistic)) > 1e-4);
  }
}

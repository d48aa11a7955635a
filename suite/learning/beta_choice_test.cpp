#include "suite/learning/beta_choice.hpp"

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

}  // namespace

TEST_CASE("choice by Beta draws: that of the logits, and the draws go on from there") {
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
        Draws exact = start;
        const Action wanted = choose_by_logits(actions, exact, posterior);
        Draws draws = start;
        REQUIRE(choose_by_beta(actions, draws, posterior) == wanted);
        REQUIRE(draws.normal() == exact.normal());
        REQUIRE(draws.bits() == exact.bits());
        for (const Action action : pool) {
          Draws own = start;
          REQUIRE(would_choose_by_beta(actions, action, own, posterior) == (action == wanted));
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
    Draws exact = start;
    const Action wanted = choose_by_logits(actions, exact, posterior);
    Draws draws = start;
    REQUIRE(choose_by_beta(actions, draws, posterior) == wanted);
    for (Action action = 0; action < 5; ++action) {
      Draws own = start;
      REQUIRE(would_choose_by_beta(actions, action, own, posterior) == (action == wanted));
    }
  }
}

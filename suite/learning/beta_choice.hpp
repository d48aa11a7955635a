#pragma once
// Thompson sampling with Beta posteriors: the action whose draw is the highest, in a small part of
// the time of the exact draws.
//
// The draws are compared as logits, which never tie. The odds have the same order, and cost much less when
// an error of 1e-4 is allowed (suite/stream/gamma.hpp). The logits are computed only where the highest odds
// are nearer to each other than that.
//
// `posterior(action)` in all of these: a BetaScore. Two gamma variates an action, in the order of the
// set. No allocation.

#include <algorithm>
#include <optional>

#include "suite/learning/best_probabilities.hpp"
#include "suite/model/action.hpp"
#include "suite/model/ties.hpp"
#include "suite/stream/gamma.hpp"

namespace replaybench::learning {

/// True if the odds differ by more than their errors, so that the logits have the same order.
inline bool surely_below(double odds, double higher_odds) {
  return std::max(odds, 1e-300) < higher_odds * (1 - 3 * odds_error);
}

/// The action with the highest draw, by the logits. O(size).
template <class Posterior>
Action choose_by_logits(const ActionSet& actions, Draws& draws, const Posterior& posterior) {
  return best_action(actions, Ties::lowest, draws, [&](Action a) {
    const BetaScore score = posterior(a);
    return draw_logit_beta(draws, score.a, score.b);
  });
}

/// The odds of an action; nothing if only the logits decide.
inline std::optional<BetaOdds> near_odds(NearNormals& near, const BetaScore& score) {
  if (score.b < 1) return std::nullopt;
  return draw_near_beta_odds(near, score.a, score.b);
}

/// Returns what `choose_by_logits` returns for the same draws. O(size).
template <class Posterior>
Action choose_by_beta(const ActionSet& actions, Draws& draws, const Posterior& posterior) {
  NearNormals near(draws);
  Action best = actions[0];
  double best_odds = 0;
  double next_odds = 0;  // no other action's are higher
  for (Action i = 0; i < actions.size(); ++i) {
    const auto drawn = near_odds(near, posterior(actions[i]));
    if (!drawn) return choose_by_logits(actions, draws, posterior);
    if (drawn->most <= best_odds) {
      next_odds = std::max(next_odds, drawn->most);
      continue;
    }
    const double odds = drawn->value();
    next_odds = std::max(next_odds, std::min(odds, best_odds));
    if (odds <= best_odds) continue;
    best = actions[i];
    best_odds = odds;
  }
  if (!surely_below(next_odds, best_odds)) return choose_by_logits(actions, draws, posterior);
  near.move(draws);
  return best;
}

/// True if `choose_by_beta` returns `action`. Stops at the first action that beats it; the
/// position of `draws` is unspecified then. O(size).
template <class Posterior>
bool would_choose_by_beta(const ActionSet& actions, Action action, Draws& draws,
                          const Posterior& posterior) {
  NearNormals near(draws);
  double own_odds = -1;   // not drawn yet
  double other_odds = 0;  // the highest of the others
  bool is_known = true;
  for (Action i = 0; i < actions.size() && is_known; ++i) {
    const auto drawn = near_odds(near, posterior(actions[i]));
    is_known = drawn.has_value();
    if (!is_known) break;
    if (actions[i] == action) {
      own_odds = drawn->value();
    } else if (drawn->most > std::max(own_odds * (1 - 4 * odds_error), other_odds)) {
      other_odds = std::max(other_odds, drawn->value());
    } else {
      continue;
    }
    if (own_odds >= 0 && surely_below(own_odds, other_odds)) return false;
  }
  if (is_known && own_odds >= 0 && surely_below(other_odds, own_odds)) return true;
  return choose_by_logits(actions, draws, posterior) == action;
}

}  // namespace replaybench::learning

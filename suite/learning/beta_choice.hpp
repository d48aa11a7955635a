#pragma once
// Thompson sampling with Beta posteriors: the action whose draw is the highest, in a small part of
// the time of the exact draws.
//
// An action's draw is a function of the step and the action alone, so that two actions can be compared
// without the draws of the others: a replay compares the logged action with a few, until one beats it.
//
// The draws are compared as logits, which never tie. The odds have the same order, and cost much less when
// an error of 1e-4 is allowed (suite/stream/gamma.hpp). The logits are computed only if two odds are nearer to
// each other than that.
//
// `posterior(action)` in all of these: a BetaScore. The draws of the step give one number, the key of the
// actions' draws. No allocation.

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "suite/learning/best_probabilities.hpp"
#include "suite/model/action.hpp"
#include "suite/model/ties.hpp"
#include "suite/stream/gamma.hpp"
#include "suite/stream/philox_blocks.hpp"

namespace replaybench::learning {

/// The draw of one action at one step: a Beta variate, known as nearly as a comparison asks.
class BetaDraw {
 public:
  /// `near`: the draws of `action` at `key`.
  BetaDraw(StreamKey key, Action action, const BetaScore& score, NearNormals near)
      : key_(key), action_(action), score_(score) {
    if (score.b >= 1) odds_ = draw_near_beta_odds(near, score.a, score.b);
  }
  BetaDraw(StreamKey key, Action action, const BetaScore& score)
      : BetaDraw(key, action, score, NearNormals(key, action)) {}

  Action action() const { return action_; }

  /// -1, 0, 1: the draw is below, equal to, above `other`, by their logits.
  int compare(BetaDraw& other) {
    if (odds_ && other.odds_) {
      const double others = other.near_odds();
      if (surely_below(odds_->most, others)) return -1;
      if (surely_below(near_odds(), others)) return -1;
      if (surely_below(others, near_odds())) return 1;
    }
    return (logit() > other.logit()) - (logit() < other.logit());
  }

  /// The draw itself, as a logit.
  double logit() {
    if (!logit_) {
      Draws draws(key_, action_);
      logit_ = draw_logit_beta(draws, score_.a, score_.b);
    }
    return *logit_;
  }

 private:
  // True when the odds differ by more than their errors, so that the logits have the same order.
  static bool surely_below(double odds, double higher_odds) {
    return std::max(odds, 1e-300) < higher_odds * (1 - 3 * odds_error);
  }
  double near_odds() {
    if (odds_->power != 0) *odds_ = {.most = odds_->value()};
    return odds_->most;
  }

  StreamKey key_;
  Action action_;
  BetaScore score_;
  std::optional<BetaOdds> odds_;  // none if only the logit decides
  std::optional<double> logit_;
};

/// The action with the highest draw. O(size).
template <class Posterior>
Action choose_by_beta(const ActionSet& actions, Draws& draws, const Posterior& posterior) {
  const StreamKey key{draws.bits()};
  std::optional<BetaDraw> best;
  for (Action first = 0; first < actions.size(); first += 4) {
    const Action count = std::min<Action>(4, actions.size() - first);
    std::array<std::uint64_t, 4> members{};
    for (Action i = 0; i < count; ++i) members[i] = actions[first + i];
    std::array<NearNormals::Bits, 4> bits;
    philox_pairs_of_blocks(key.value, members, bits[0].data());
    for (Action i = 0; i < count; ++i) {
      const Action action = actions[first + i];
      BetaDraw draw(key, action, posterior(action), NearNormals(key, action, bits[i]));
      if (!best || draw.compare(*best) > 0) best = draw;
    }
  }
  return best->action();
}

/// True when `choose_by_beta` returns `action`. Draws that action, then the hint, and stops at the first
/// action that beats it, to which it sets `hint`. O(size).
template <class Posterior>
bool would_choose_by_beta(const ActionSet& actions, Action action, Action& hint, Draws& draws,
                          const Posterior& posterior) {
  const StreamKey key{draws.bits()};
  BetaDraw own(key, action, posterior(action));
  return is_best_action(actions, action, hint, [&](Action a) {
    return a == action ? 0 : BetaDraw(key, a, posterior(a)).compare(own);
  });
}

}  // namespace replaybench::learning

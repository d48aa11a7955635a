#pragma once
// The choice of epsilon-greedy algorithms: the action with the highest score; with probability
// epsilon a uniform one. Source: thesis, section 1.4.2 (p. 17).

#include <span>

#include "suite/component/bind.hpp"
#include "suite/learning/shared_parameters.hpp"
#include "suite/model/action.hpp"
#include "suite/model/ties.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::learning {

struct EpsilonChoice {
  double epsilon = 0.1;  ///< in [0, 1]
  Ties ties = Ties::random;

  /// `score` never gives NaN. O(pool).
  template <class Score>
  Action choose(const ActionSet& actions, Draws& draws, const Score& score) const {
    if (epsilon > 0 && draws.uniform() < epsilon) return actions[draws.below(actions.size())];
    return best_action(actions, ties, draws, score);
  }
  /// Equals `choose(actions, draws, score) == logged` for `logged` in `actions`. O(pool), O(1) if the hint is right.
  template <class Score>
  bool would_choose(const ActionSet& actions, Action logged, Action& hint, Draws& draws,
                    const Score& score) const {
    if (epsilon > 0 && draws.uniform() < epsilon) {
      return actions[draws.below(actions.size())] == logged;
    }
    return would_be_best(actions, ties, draws, logged, hint, score);
  }
  /// The probability of each action; `out` has actions.size() places. O(pool).
  template <class Score>
  void probabilities(const ActionSet& actions, const Score& score, std::span<double> out) const {
    for (Action i = 0; i < actions.size(); ++i) out[i] = score(actions[i]);
    Action best = 0;
    Action tied = 0;
    for (Action i = 0; i < actions.size(); ++i) {
      if (i == 0 || out[i] > out[best]) {
        best = i;
        tied = 1;
      } else if (out[i] == out[best]) {
        ++tied;
      }
    }
    const double highest = out[best];
    for (Action i = 0; i < actions.size(); ++i) {
      const double greedy =
          ties == Ties::random ? (out[i] == highest ? 1.0 / tied : 0) : (i == best ? 1 : 0);
      out[i] = epsilon / actions.size() + (1 - epsilon) * greedy;
    }
  }
};

/// The parameters, of options that inherit EpsilonChoice.
inline Binding<EpsilonChoice> epsilon_choice_parameters() {
  return bind_parameters<EpsilonChoice>(
      real(&EpsilonChoice::epsilon, "epsilon", "probability of a uniform choice")
          .at_least(0)
          .at_most(1)
          .source("thesis, section 1.4.2 (p. 17), which gives no value")
          .tuned_over(exploration_shares()),
      ties_parameter(&EpsilonChoice::ties, never_learnt_first));
}

}  // namespace replaybench::learning

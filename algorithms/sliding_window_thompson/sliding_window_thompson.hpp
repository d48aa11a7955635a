#pragma once
// Sliding-window Thompson sampling: Thompson sampling over the last `window` events only, for
// rewards whose distribution changes.
//
// Source: Trovo, Paladino, Restelli, Gatti, "Sliding-window Thompson sampling for non-stationary
// settings", Journal of Artificial Intelligence Research 68, 2020; thesis, section 1.4.2 (p. 17;
// "the exact calculation to only consider a limited number of past events is straightforward in the
// Bernoulli case", no listing); otherwise thesis algorithm 2, see thompson_sampling.
//
//   paper         here
//   tau           window                 number of events, over all actions
//   1, 1          alpha, beta            prior clicks and non-clicks
//   S_i           window_.sum(i)
//   T_i           window_.count(i)
//   theta_i       as ln(theta_i / (1 - theta_i)), which has the same argmax
//
// Deviations from the print: rewards between 0 and 1 are shared between the successes and the
// failures, and the argmax is over logits, as in thompson_sampling, of which this is the exact
// equal until an event falls out of the window. An action without an event in the window is back at
// the prior. An event is an update: under replay the window is counted in accepted records. The
// context is not used.

#include <algorithm>
#include <span>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/learning/best_probabilities.hpp"
#include "suite/learning/beta_choice.hpp"
#include "suite/learning/event_window.hpp"
#include "suite/model/bandit.hpp"

namespace replaybench::algorithms::sliding_window_thompson {

class SlidingWindowThompson {
 public:
  static constexpr bool uses_contexts = false;

  /// `window` >= 1 events; `alpha`, `beta` in [1e-9, 1e9].
  SlidingWindowThompson(Action action_count, std::size_t window, double alpha, double beta)
      : window_(action_count, window), alpha_(alpha), beta_(beta) {}

  /// O(K): two gamma variates an action.
  Action choose(const Context&, const ActionSet& actions, Draws& draws) const {
    return learning::choose_by_beta(actions, draws, [&](Action a) { return posterior(a); });
  }
  /// True if `choose` would return `logged`. O(K); O(log K) on average where any action is logged as often.
  bool would_choose(const Context&, const ActionSet& actions, Action logged, Action& hint,
                    Draws& draws) const {
    return learning::would_choose_by_beta(actions, logged, hint, draws,
                                          [&](Action a) { return posterior(a); });
  }
  /// By quadrature, to 1e-12; a few panels an action (suite/learning/best_probabilities.hpp).
  void probabilities(const Context&, const ActionSet& actions, std::span<double> out) const {
    std::vector<learning::BetaScore> scores;
    scores.reserve(actions.size());
    for (Action i = 0; i < actions.size(); ++i) scores.push_back(posterior(actions[i]));
    learning::best_probabilities(scores, out);
  }
  /// `reward` in [0, 1]. O(1) amortised.
  void update(const Context&, Action action, double reward) { window_.push(action, reward); }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(window_);
  }

 private:
  learning::BetaScore posterior(Action a) const {
    // Subtraction of fractional rewards may leave a rounding error past the ends.
    const double successes = std::clamp(window_.sum(a), 0.0, window_.count(a));
    return {alpha_ + successes, beta_ + (window_.count(a) - successes)};
  }

  learning::EventWindow window_;
  double alpha_;
  double beta_;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::sliding_window_thompson

#pragma once
// Thompson sampling with Beta priors: draws a mean for every action from what is believed about it,
// and plays the action whose draw is highest.
//
// Source: thesis algorithm 2 (section 1.4.3, p. 21), section 4.4.1 (p. 109) for the prior;
// Thompson, Biometrika 25, 1933; Agrawal, Goyal, "Analysis of Thompson sampling for the multi-armed
// bandit problem", COLT 2012.
//
//   thesis        here
//   alpha, beta   alpha, beta            prior clicks and non-clicks, the same for every action
//   s_i           rewards_[i]
//   f_i           pulls_[i] - rewards_[i]
//   theta_i       as ln(theta_i / (1 - theta_i)), which has the same argmax
//
// Deviations from the print:
//   - rewards between 0 and 1: each update adds the reward to the successes and the rest to 1 to
//     the failures. Agrawal and Goyal toss a coin with the reward's bias instead, but `update` has
//     no draws here; the posterior mean is the same in expectation. Rewards 0 and 1 are exactly the
//     printed algorithm.
//   - the argmax is taken over the logits of the draws: with a prior of 0.001 clicks half of all
//     theta are below the smallest double, and the tie between these zeros would always go to the
//     same action. Over the logits there are no ties.
//   - alpha = 0 is refused (the thesis tries "values between 0 and 1"): an action that was not
//     clicked would then have theta = 0 forever.
// The context is not used. The distribution of choice has no closed form; `probabilities` integrates
// (suite/learning/best_probabilities.hpp).

#include <algorithm>
#include <span>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/learning/best_probabilities.hpp"
#include "suite/learning/beta_choice.hpp"
#include "suite/learning/state_average.hpp"
#include "suite/model/bandit.hpp"

namespace replaybench::algorithms::thompson_sampling {

class ThompsonSampling {
 public:
  static constexpr bool uses_contexts = false;

  /// `alpha`, `beta` in [1e-9, 1e9].
  ThompsonSampling(Action action_count, double alpha, double beta)
      : rewards_(action_count), pulls_(action_count), alpha_(alpha), beta_(beta) {}

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
  void probabilities(const Context&, const ActionSet& actions, std::span<double> out) const;
  /// `reward` in [0, 1]. O(1).
  void update(const Context&, Action action, double reward) {
    rewards_[action] += reward;
    pulls_[action] += 1;
  }

  /// By the counts of what is believed. O(K states).
  void become_average_of(std::span<const ThompsonSampling* const> states) {
    learning::average_into(rewards_, states, &ThompsonSampling::rewards_);
    learning::average_into(pulls_, states, &ThompsonSampling::pulls_);
    // The two means are rounded apart.
    for (std::size_t a = 0; a < pulls_.size(); ++a) rewards_[a] = std::min(rewards_[a], pulls_[a]);
  }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(rewards_, pulls_);
  }

  /// Mean of what is believed about an action's mean; alpha / (alpha + beta) before its first
  /// reward.
  double posterior_mean(Action action) const {
    return (alpha_ + rewards_[action]) / (alpha_ + beta_ + pulls_[action]);
  }

 private:
  learning::BetaScore posterior(Action a) const {
    return {alpha_ + rewards_[a], beta_ + (pulls_[a] - rewards_[a])};
  }

  std::vector<double> rewards_;  // at most pulls_, in floating point too: rounding is monotone
  std::vector<double> pulls_;
  double alpha_;
  double beta_;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::thompson_sampling

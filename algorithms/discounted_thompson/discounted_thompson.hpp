#pragma once
// Discounted Thompson sampling: Thompson sampling in which an event counts less the older it is,
// for rewards whose distribution changes.
//
// Source: Raj, Kalyani, "Taming non-stationary bandits: a Bayesian approach", arXiv 1707.09727,
// 2017 (dTS); otherwise thesis algorithm 2, see thompson_sampling.
//
//   paper                 here
//   gamma                 discount
//   alpha_0, beta_0       alpha, beta            prior clicks and non-clicks; not discounted
//   S_k                   rewards_[k]
//   F_k                   pulls_[k] - rewards_[k]
//   theta_k               as ln(theta_k / (1 - theta_k)), which has the same argmax
// At each update S and F of every action are multiplied by gamma, then the event is added.
//
// Deviations from the print:
//   - the paper tosses a coin with the reward's bias; rewards between 0 and 1 are shared between
//     the successes and the failures, and the argmax is over logits, as in thompson_sampling, of
//     which discount = 1 is the exact equal.
//   - counts below 1e-300 become 0: they change no prior, and arithmetic below the normal
//     range is slow.
// An event is an update: under replay age is counted in accepted records. The context is not used.

#include <algorithm>
#include <span>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/learning/best_probabilities.hpp"
#include "suite/learning/beta_choice.hpp"
#include "suite/learning/state_average.hpp"
#include "suite/model/bandit.hpp"

namespace replaybench::algorithms::discounted_thompson {

class DiscountedThompson {
 public:
  static constexpr bool uses_contexts = false;

  /// `discount` in [0, 1]; `alpha`, `beta` in [1e-9, 1e9].
  DiscountedThompson(Action action_count, double discount, double alpha, double beta)
      : rewards_(action_count),
        pulls_(action_count),
        discount_(discount),
        alpha_(alpha),
        beta_(beta) {}

  /// O(K): two gamma variates an action.
  Action choose(const Context&, const ActionSet& actions, Draws& draws) const {
    return learning::choose_by_beta(actions, draws, [&](Action a) { return posterior(a); });
  }
  /// True if `choose` would return `logged`. O(K); O(log K) on average if all actions are logged equally often.
  bool would_choose(const Context&, const ActionSet& actions, Action logged, Action& hint,
                    Draws& draws) const {
    return learning::would_choose_by_beta(actions, logged, hint, draws,
                                          [&](Action a) { return posterior(a); });
  }
  /// By quadrature, to 1e-12; a few panels an action (suite/learning/best_probabilities.hpp).
  void probabilities(const Context&, const ActionSet& actions, std::span<double> out) const;
  /// `reward` in [0, 1]. O(K).
  void update(const Context&, Action action, double reward) {
    for (std::size_t i = 0; i < pulls_.size(); ++i) {
      pulls_[i] *= discount_;
      rewards_[i] *= discount_;
      if (pulls_[i] < 1e-300) pulls_[i] = rewards_[i] = 0;
    }
    rewards_[action] += reward;
    pulls_[action] += 1;
  }

  /// By the counts of what is believed. O(K states).
  void become_average_of(std::span<const DiscountedThompson* const> states) {
    learning::average_into(rewards_, states, &DiscountedThompson::rewards_);
    learning::average_into(pulls_, states, &DiscountedThompson::pulls_);
    // The two means are rounded apart.
    for (std::size_t a = 0; a < pulls_.size(); ++a) rewards_[a] = std::min(rewards_[a], pulls_[a]);
  }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(rewards_, pulls_);
  }

  double successes(Action action) const { return rewards_[action]; }
  double failures(Action action) const { return pulls_[action] - rewards_[action]; }

 private:
  learning::BetaScore posterior(Action a) const {
    return {alpha_ + rewards_[a], beta_ + (pulls_[a] - rewards_[a])};
  }

  std::vector<double> rewards_;  // at most pulls_, in floating point too: rounding is monotone
  std::vector<double> pulls_;
  double discount_;
  double alpha_;
  double beta_;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::discounted_thompson

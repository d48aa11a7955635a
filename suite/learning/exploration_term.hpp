#pragma once
// UCB's exploration term, sqrt(alpha ln t / n_a), as a product: a width that all actions share and
// the action's own inverse root. ln t changes with every update, the roots do not: so an update
// costs O(1) (thesis table 2.1), where the terms themselves would all have to be computed again.
//
// For the algorithms that have this term: ucb and its forms for drifting rewards, perceptron_ucb,
// logr_ucb.

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "suite/learning/state_average.hpp"
#include "suite/model/action.hpp"
#include "suite/numeric/elementary.hpp"

namespace replaybench::learning {

/// sqrt(alpha ln t); `alpha` >= 0, `t` >= 1.
inline double exploration_width(double alpha, double t) {
  return std::sqrt(alpha * numeric::log(t));
}

/// 1 / sqrt(pulls); `pulls` > 0.
inline double inverse_root(double pulls) { return 1 / std::sqrt(pulls); }

/// The term of every action, from how often each was learned.
class ExplorationTerm {
 public:
  /// `alpha` >= 0, finite.
  ExplorationTerm(Action action_count, double alpha)
      : pulls_(action_count),
        inverse_roots_(action_count),
        unlearnt_(action_count, std::numeric_limits<double>::infinity()),
        alpha_(alpha) {}

  /// sqrt(alpha ln t / n_a); +infinity for an action never learned.
  double operator()(Action action) const {
    // A sum, not a branch: which actions were learned is nothing that a processor can foresee.
    return unlearnt_[action] + width_ * inverse_roots_[action];
  }
  /// One more reward of this action; the terms are then those of `t` >= 1. O(1).
  void learn(Action action, double t) {
    pulls_[action] += 1;
    unlearnt_[action] = 0;
    inverse_roots_[action] = inverse_root(pulls_[action]);
    width_ = exploration_width(alpha_, t);
  }
  double pulls(Action action) const { return pulls_[action]; }
  /// The terms of the mean pulls, at `t` >= 1. An action that some of the `terms` learned may have
  /// less than one pull. O(K terms).
  void become_average_of(std::span<const ExplorationTerm* const> terms, double t) {
    average_into(pulls_, terms, &ExplorationTerm::pulls_);
    for (std::size_t a = 0; a < pulls_.size(); ++a) {
      const bool learnt = pulls_[a] > 0;
      unlearnt_[a] = learnt ? 0 : std::numeric_limits<double>::infinity();
      inverse_roots_[a] = learnt ? inverse_root(pulls_[a]) : 0;
    }
    width_ = exploration_width(alpha_, t);
  }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(pulls_, width_);
  }

 private:
  std::vector<double> pulls_;
  std::vector<double> inverse_roots_;  // 0 before the first reward
  std::vector<double> unlearnt_;       // infinity before the first reward, then 0
  double width_ = 0;
  double alpha_;
};

}  // namespace replaybench::learning

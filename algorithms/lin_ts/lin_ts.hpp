#pragma once
// Linear Thompson sampling: a ridge regression of the reward for each action; draws each action's
// weights from a normal distribution around the estimate and plays the highest drawn reward.
//
// Source: Agrawal, Goyal, "Thompson sampling for contextual bandits with linear payoffs", ICML
// 2013, algorithm 1. Not in the thesis, whose only Thompson sampling is algorithm 2 (section 1.4.3,
// p. 21).
//
//   paper               here
//   b_i(t)              x in the block of action i, zeros elsewhere: the weights of the actions are
//   disjoint
//   B(t)                Ridge's M of each action (suite/learning/ridge.hpp); block diagonal, so
//   inverted by blocks
//   mu_hat(t)           theta of each action
//   v                   v            R sqrt(24 / epsilon d ln(1 / delta)) in the theorem; here a
//   number to tune
//   (identity in B(1))  lambda       1 in the paper; the same ridge as lin_ucb's
//
// Deviations from the print:
//   - the paper draws the vector mu_tilde ~ N(mu_hat, v^2 B^-1) and plays argmax b_i^T mu_tilde. B
//     is block diagonal, so the numbers x^T theta_tilde_i are independent, of distribution N(x^T
//     theta_i, v^2 x^T M_i^-1 x): here they are drawn directly, one normal number for each
//     available action. The distribution of the choice at a context is the same. (Two contexts
//     asked within one step would share no vector; nothing here asks so.)
//   - ties have probability 0 unless v or x is 0; then by the lowest index, or uniformly at random.

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/learning/argmax_distribution.hpp"
#include "suite/learning/best_probabilities.hpp"
#include "suite/learning/ridge.hpp"
#include "suite/model/bandit.hpp"
#include "suite/model/ties.hpp"

namespace replaybench::algorithms::lin_ts {

/// As lin_ucb's LinUcb: not thread-safe; all memory is allocated by the constructor, about 8 K d^2
/// / 2 bytes.
class LinTs {
 public:
  /// `v` >= 0 and finite; `lambda` > 0.
  LinTs(Action action_count, std::size_t dimension, double v, double lambda, Ties ties)
      : v_(v),
        ties_(ties),
        ridge_("lin_ts", action_count, dimension, {.lambda = lambda}),
        normals_(action_count),
        means_(action_count) {}

  /// O(K d^2); O(d + K a^2) for a sparse context with a active features.
  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const {
    ridge_.read(context);
    if (!draws_first()) {
      return best_action(actions, ties_, draws, [this, &draws](Action a) {
        const double mean = ridge_.mean(a);
        return v_ > 0 ? mean + rise(a, draws.normal()) : mean;
      });
    }
    draws.normals(std::span(normals_).first(actions.size()));
    const double* normal = normals_.data();
    return best_action(actions, ties_, draws,
                       [&](Action a) { return ridge_.mean(a) + rise(a, *normal++); });
  }
  /// True if `choose` would return `logged`. With ties to the lowest index O(K d) mostly, O(K d^2)
  /// at worst; as `choose` with random ties.
  bool would_choose(const Context& context, const ActionSet& actions, Action logged, Action& hint,
                    Draws& draws) const;
  /// By quadrature (suite/learning/best_probabilities.hpp), to 1e-12; throws NumericalFailure as it
  /// does.
  void probabilities(const Context& context, const ActionSet& actions, std::span<double> out) const;
  /// O(d^2). Throws NumericalFailure when a model becomes singular or overflows.
  void update(const Context& context, Action action, double reward) {
    ridge_.update(context, action, reward);
  }

  /// M_a^-1 v_a, the mean of the action's weights.
  std::span<const double> theta(Action action) const { return ridge_.theta(action); }

  /// By M and v: see Ridge. O(K d^3 states).
  void become_average_of(std::span<const LinTs* const> states) {
    std::vector<const learning::Ridge*> ridges;
    for (const LinTs* state : states) ridges.push_back(&state->ridge_);
    ridge_.become_average_of(ridges);
  }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(ridge_);
  }

 private:
  // All normals can be drawn at once: no tie takes a draw between two of them.
  bool draws_first() const { return v_ > 0 && ties_ == Ties::lowest; }
  // Difference between the drawn mean and the mean of an action.
  double rise(Action action, double normal) const {
    return v_ * std::sqrt(ridge_.variance(action)) * normal;
  }

  double v_;
  Ties ties_;
  learning::Ridge ridge_;
  // Data of the current choice, in the order of the actions; not part of the state.
  mutable std::vector<double> normals_;
  mutable std::vector<double> means_;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::lin_ts

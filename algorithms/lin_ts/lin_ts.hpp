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
//     available action. The distribution of the choice at a context does not change. (Two contexts
//     in one step would share no vector; that does not occur here.)
//   - a normal number has 32 random bits (suite/learning/best_sample.hpp), a function of the step and the
//     action only. Most comparisons need its sign or its first ten bits.
//   - ties have probability 0 unless v or x is 0; then by the lowest index, or uniformly at random.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/learning/argmax_distribution.hpp"
#include "suite/learning/best_probabilities.hpp"
#include "suite/learning/best_sample.hpp"
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
      : v_(v), ties_(ties), ridge_("lin_ts", action_count, dimension, {.lambda = lambda}) {}

  /// O(K d^2); O(d + K a^2) for a sparse context with a active features. O(K d) mostly.
  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const {
    ridge_.read(context);
    Scores scores(*this, draws);
    double highest = -infinity;
    return best_action(actions, ties_, draws, [&](Action a) {
      const double score = scores.within(highest, infinity, a);
      highest = std::max(highest, score);
      return score;
    });
  }
  /// True if `choose` would return `logged`. With ties to the lowest index as many scores as it takes to find
  /// one that is higher, the hint's first; as `choose` with random ties.
  bool would_choose(const Context& context, const ActionSet& actions, Action logged, Action& hint,
                    Draws& draws) const {
    if (ties_ == Ties::random) return choose(context, actions, draws) == logged;
    ridge_.read(context);
    Scores scores(*this, draws);
    const double own = scores.within(-infinity, infinity, logged);
    return is_best_action(actions, logged, hint,
                          [&](Action a) { return a == logged ? own : scores.within(own, own, a); });
  }
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
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  // The scores of a step, mean + v deviation Z. Rounded sums and products keep the order: a score is not below
  // its mean if Z is positive, not above it if Z is negative.
  class Scores {
   public:
    Scores(const LinTs& of, Draws& draws) : of_(of), bits_({draws.bits()}) {}
    // The score; if it is below `low` or above `high`, any number on the same side.
    double within(double low, double high, Action action) {
      const double mean = of_.ridge_.mean(action);
      if (of_.v_ == 0) return mean;
      const std::uint32_t bits = bits_.of(action);
      if (learning::is_positive_normal(bits) ? mean > high : mean < low) return mean;
      const double deviation = of_.v_ * std::sqrt(of_.ridge_.variance(action));
      const learning::Ends ends = intervals_.of_score(mean, deviation, bits);
      if (ends[0] > high) return ends[0];
      if (ends[1] < low) return ends[1];
      return mean + deviation * learning::normal_of_bits(bits);
    }

   private:
    const LinTs& of_;
    learning::ActionBits bits_;
    const learning::NormalIntervals& intervals_ = learning::NormalIntervals::table();
  };

  double v_;
  Ties ties_;
  learning::Ridge ridge_;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::lin_ts

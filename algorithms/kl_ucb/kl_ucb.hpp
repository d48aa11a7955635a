#pragma once
// KL-UCB: the highest mean that the rewards leave plausible, in Kullback-Leibler divergence.
//
// Source: thesis, section 1.4.2 (p. 17; named, no formula); Garivier, Cappe, "The KL-UCB algorithm
// for bounded stochastic bandits and beyond", COLT 2011, algorithm 1.
//
//   paper               here
//   N[a], S[a]          pulls_[a], rewards_[a]
//   t                   t_             number of updates + 1
//   d(p, q)             Bernoulli divergence, p ln(p/q) + (1-p) ln((1-p)/(1-q))
//   c                   c              3 in the paper's proof, 0 in its experiments
//   max{q in [S/N, 1] : N d(S/N, q) <= ln t + c ln ln t}     index(a)
//
// Rewards lie in [0, 1], where the Bernoulli divergence is a lower bound of the true one.
//
// Deviations from the print:
//   - `exploration` multiplies the right-hand side (1: the paper), as alpha does in the thesis's
//     UCB.
//   - ln ln t counts from t = 3 on, where it is positive: the right-hand side is never negative and
//     never falls.
//   - actions never learned have index +infinity; ties go to the lowest index or are broken at
//     random. Bounds within 1e-16 of 1 are 1: they tie.
//   - an index changes only in UPDATE, and is computed once after it, when it is first needed.

#include <cstdint>
#include <optional>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/learning/index_cache.hpp"
#include "suite/learning/index_policy.hpp"

namespace replaybench::algorithms::kl_ucb {

/// The largest q in [mean, 1] whose Bernoulli divergence d(mean, q) is at most `level`. `mean` in
/// [0, 1], `level` >= 0. Newton's method from above the root, from which it falls monotonically: 3 to
/// 12 steps of two logarithms; error of a few ulp.
double upper_bound(double mean, double level);

class KlUcb : public learning::IndexPolicy<KlUcb> {
 public:
  /// `exploration` >= 0 and `c` >= 0, finite.
  KlUcb(Action action_count, double exploration, double c, Ties ties)
      : IndexPolicy(ties),
        indices_(action_count),
        rewards_(action_count),
        pulls_(action_count),
        exploration_(exploration),
        c_(c) {}

  /// O(1). `reward` in [0, 1].
  void update(const Context&, Action action, double reward);

  /// Upper confidence bound of an action; +infinity before its first reward. Solves a convex equation
  /// the first time after an update.
  double index(Action action) const {
    return indices_.get(action, [this](Action a) { return computed_index(a); });
  }

  /// None for a pool that is a part of the actions: all scores would be computed at each change of pool, and
  /// `would_choose` needs those of the logged actions only.
  std::optional<Action> fixed_choice(const ActionSet& actions) const {
    if (actions.size() < pulls_.size()) return std::nullopt;
    return IndexPolicy::fixed_choice(actions);
  }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(rewards_, pulls_, t_);
  }

 private:
  double computed_index(Action action) const;

  learning::IndexCache indices_;
  std::vector<double> rewards_;
  std::vector<double> pulls_;
  double exploration_;
  double c_;
  double level_ = 0;  // what an action's pulls times its divergence may be
  std::uint64_t t_ = 1;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::kl_ucb

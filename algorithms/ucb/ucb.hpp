#pragma once
// UCB: plays the highest upper confidence bound on the mean reward; the main non-contextual
// algorithm of the thesis.
//
// Source: thesis algorithm 1 (section 1.4.3, p. 21); Auer, Cesa-Bianchi, Fischer, "Finite-time
// analysis of the multiarmed bandit problem", Machine Learning 47, 2002 (UCB1, where alpha = 2).
//
//   thesis      here
//   alpha       alpha         under the root
//   r_i, t_i    rewards_[i], exploration_.pulls(i)
//   t           t_            number of updates + 1
//   r_i / t_i + sqrt(alpha ln t / t_i)   means_[i] + exploration_(i)
//
// Deviations from the print:
//   - "by convention 0/0 = infinity": actions never learned have index +infinity, written out.
//   - "ties are broken arbitrarily": by the lowest index, or uniformly at random.
//   - sqrt(alpha ln t / t_i) is computed as sqrt(alpha ln t) (1 / sqrt(t_i)), which moves last
//     bits: see exploration_term.hpp.
// States are averaged by r_i, t_i and t (thesis algorithm 16), which are then real numbers.

#include <span>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/learning/exploration_term.hpp"
#include "suite/learning/index_policy.hpp"

namespace replaybench::algorithms::ucb {

class Ucb : public learning::IndexPolicy<Ucb> {
 public:
  /// `alpha` >= 0, finite.
  Ucb(Action action_count, double alpha, Ties ties)
      : IndexPolicy(ties),
        means_(action_count),
        rewards_(action_count),
        exploration_(action_count, alpha) {}

  /// O(1).
  void update(const Context&, Action action, double reward) {
    t_ += 1;
    exploration_.learn(action, t_);
    rewards_[action] += reward;
    means_[action] = rewards_[action] / exploration_.pulls(action);
  }

  /// O(K states).
  void become_average_of(std::span<const Ucb* const> states);

  /// Upper confidence bound of an action; +infinity before its first reward.
  double index(Action action) const { return means_[action] + exploration_(action); }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(rewards_, exploration_, t_);
  }

 private:
  std::vector<double> means_;  // 0 before the first reward
  std::vector<double> rewards_;
  learning::ExplorationTerm exploration_;
  double t_ = 1;  // whole, except for an average of states
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::ucb

#pragma once
// UCB: plays the highest upper confidence bound on the mean reward; the main non-contextual
// algorithm of the thesis.
//
// Source: thesis algorithm 1 (l. 699-727); Auer, Cesa-Bianchi, Fischer, "Finite-time analysis of
// the multiarmed bandit problem", Machine Learning 47, 2002 (UCB1, where alpha = 2).
//
//   thesis      here
//   alpha       alpha         under the root
//   r_i, t_i    rewards_[i], pulls_[i]
//   t           t_            number of updates + 1
//   r_i / t_i + sqrt(alpha ln t / t_i)   indices_[i]
//
// Deviations from the print:
//   - "by convention 0/0 = infinity": actions never learnt have index +infinity, written out.
//   - "ties are broken arbitrarily": by the lowest index, or uniformly at random.
//   - the indices are computed in UPDATE and kept, for they change only there: the same numbers, K times fewer logarithms.

#include <cstdint>
#include <limits>
#include <vector>

#include "suite/model/bandit.hpp"
#include "suite/model/ties.hpp"
#include "suite/registry/registry.hpp"

namespace replaybench::algorithms::ucb {

class Ucb {
 public:
  /// `alpha` >= 0, finite.
  Ucb(Action action_count, double alpha, Ties ties)
      : indices_(action_count, std::numeric_limits<double>::infinity()),
        rewards_(action_count),
        pulls_(action_count),
        alpha_(alpha),
        ties_(ties) {}

  /// O(K).
  Action choose(const Context&, const ActionSet& actions, Draws& draws) const {
    return best_action(actions, ties_, draws, [this](Action a) { return indices_[a]; });
  }
  /// O(K).
  void update(const Context&, Action action, double reward);

  bool choice_is_fixed_between_updates() const { return is_deterministic(); }
  bool is_deterministic() const { return ties_ == Ties::lowest; }
  bool agrees(const Context&, const ActionSet& actions, Action logged, Action& hint) const {
    return is_best_action(actions, logged, hint, [this](Action a) { return indices_[a]; });
  }

  /// Upper confidence bound of an action; +infinity before its first reward.
  double index(Action action) const { return indices_[action]; }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(indices_, rewards_, pulls_, t_);
  }

 private:
  std::vector<double> indices_;
  std::vector<double> rewards_;
  std::vector<double> pulls_;
  double alpha_;
  std::uint64_t t_ = 1;
  Ties ties_;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::ucb

#pragma once
// EXP4: follows the advice of static policies, each weighted by the exponential of what it would
// have earned.
//
// Source: Auer, Cesa-Bianchi, Freund, Schapire, "The nonstochastic multiarmed bandit problem", SIAM
// Journal on Computing 32, 2002, figure 4 (section 7). Not in the thesis, which names only EXP3
// (section 1.4.2, p. 17).
//
//   paper            here
//   gamma            gamma          in (0, 1]
//   N, xi^i(t)       the experts and their distributions over the available actions
//   w_i(t)           exp(log_weights_[i]), except for a factor common to all: their sum stays N,
//   nothing overflows
//   p_j(t)           probabilities()   (1 - gamma) sum_i w_i xi^i_j / sum_i w_i + gamma / K
//   x_hat_j, y_hat_i reward / p of the action played; its part xi^i of that
//   K                the number of available actions at this record
//
// The experts are agents that do not learn. Each chooses from the current pool, so its advice is a
// distribution over the available actions; EXP4 competes with these policies as the suite evaluates
// them. Without a list, the experts are one fixed action for
// each action and the uniform policy (the paper's theorem wants that one among them). These
// built-in experts follow the rule "restricted to the pool and renormalised": an expert whose action
// is not available has no advice and abstains (Freund, Schapire, Singer, Warmuth, STOC 1997): its
// weight does not count at this record, and grows by what the others' weights grew together, as if
// it had followed them. Otherwise the uniform policy, which never abstains, would outweigh every
// new action by its earlier rewards. In the code the others are divided by that growth instead, so
// the weights of all experts keep their sum; in a pool that stays the same the distribution is the
// paper's.
//
// Deviations from the print: changing pools, as stated; the probability that divides the reward is
// recomputed at the update from the weights of that moment (the same as at the choice, unless
// another update came between).
//
// Rewards are in [0, 1].

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "suite/component/inner_algorithm.hpp"
#include "suite/model/agent.hpp"

namespace replaybench::algorithms::exp4 {

/// Not thread-safe, not even its const functions on one object (they share a buffer that is no part
/// of the state); copies are independent. All memory is allocated by the constructor (the experts
/// may allocate for themselves).
class Exp4 {
 public:
  /// `experts`: agents that do not learn, and that offer `probabilities` or choose without draws;
  /// empty: every fixed action and the uniform policy. `gamma` in (0, 1]. Throws
  /// std::invalid_argument for an expert that learns.
  Exp4(Action action_count, std::vector<Agent> experts, double gamma);

  /// O(N K) and what the experts take; O(pool) for the built-in ones.
  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const;
  /// O(N K) and what the experts take; O(pool) for the built-in ones. Needs `action` in `actions`
  /// and `reward` in [0, 1]. Throws NumericalFailure when the weights overflow (a gamma near the
  /// smallest of numbers).
  void update(const Context& context, const ActionSet& actions, Action action, double reward);

  void probabilities(const Context& context, const ActionSet& actions, std::span<double> out) const;

  /// Logarithms of the experts' weights, whose sum stays N; of the built-in ones, the actions in
  /// order, then the uniform policy.
  std::span<const double> log_weights() const { return log_weights_; }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(log_weights_);
  }

 private:
  bool built_in() const { return experts_.empty(); }
  // The distribution of an expert over `actions`, into advice_.
  std::span<const double> advice(const Agent& expert, const Context& context,
                                 const ActionSet& actions) const;
  // Calls visit(e) for each expert that does not abstain.
  template <class Visit>
  void for_active_experts(const ActionSet& actions, const Visit& visit) const {
    if (built_in()) {
      for (Action i = 0; i < actions.size(); ++i) visit(actions[i]);
      visit(log_weights_.size() - 1);
    } else {
      for (std::size_t e = 0; e < experts_.size(); ++e) visit(e);
    }
  }
  // The weights of those that do not abstain, the largest 1, into weights_; returns their sum.
  double read_weights(const ActionSet& actions) const;

  std::vector<Agent> experts_;
  double gamma_;
  std::vector<double> log_weights_;

  // Data of the current record; not part of the state.
  mutable std::vector<double> weights_;
  mutable std::vector<double> distribution_;
  mutable std::vector<double> advice_;  // of the expert at hand
  std::vector<double> advised_;         // each expert's probability of the action learned
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::exp4

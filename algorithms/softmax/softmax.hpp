#pragma once
// Softmax (Boltzmann exploration): plays an action with a probability that grows exponentially with
// its empirical mean.
//
// Source: Sutton, Barto, "Reinforcement Learning: An Introduction", 1998, section 2.3 (Gibbs or
// Boltzmann distribution); Cesa-Bianchi, Fischer, "Finite-time regret bounds for the multiarmed
// bandit problem", ICML 1998. Not in the thesis.
//
//   book        here
//   tau         temperature
//   Q_t(a)      means_[a]     empirical mean reward of action a
//   exp(Q_t(a) / tau) / sum over b of exp(Q_t(b) / tau)     probabilities
//
// Deviations from the print: the book begins with estimates of its own choosing. Here an action
// that was never learned has mean +infinity, as everywhere in this suite: while there are such
// actions in the pool, one of them is played, uniformly at random (the distribution's limit). Only
// available actions are in the sum. The context is not used.

#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/learning/softmax_distribution.hpp"
#include "suite/model/bandit.hpp"
#include "suite/model/numerical_failure.hpp"

namespace replaybench::algorithms::softmax {

class Softmax {
 public:
  static constexpr bool uses_contexts = false;

  /// `temperature` > 0, finite.
  Softmax(Action action_count, double temperature)
      : means_(action_count, std::numeric_limits<double>::infinity()),
        rewards_(action_count),
        pulls_(action_count),
        temperature_(temperature) {}

  /// O(K) exponentials.
  Action choose(const Context&, const ActionSet& actions, Draws& draws) const {
    if (const Action untried = count_untried(actions)) {
      Action place = draws.below(untried);
      for (Action i = 0;; ++i) {
        if (pulls_[actions[i]] == 0 && place-- == 0) return actions[i];
      }
    }
    return distribution(actions).at(draws.uniform());
  }
  /// O(1). Throws NumericalFailure when the sum of an action's rewards is beyond a double.
  void update(const Context&, Action action, double reward) {
    rewards_[action] += reward;
    pulls_[action] += 1;
    means_[action] = rewards_[action] / pulls_[action];
    if (!std::isfinite(means_[action])) {
      throw NumericalFailure("softmax: the sum of an action's rewards is not finite");
    }
  }

  void probabilities(const Context&, const ActionSet& actions, std::span<double> out) const {
    if (const Action untried = count_untried(actions)) {
      for (Action i = 0; i < actions.size(); ++i) {
        out[i] = pulls_[actions[i]] == 0 ? 1.0 / untried : 0;
      }
      return;
    }
    const auto all = distribution(actions);
    for (Action i = 0; i < actions.size(); ++i) out[i] = all.probability(actions[i]);
  }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(means_, rewards_, pulls_);
  }

 private:
  struct Mean {
    const double* means;
    double operator()(Action action) const { return means[action]; }
  };

  Action count_untried(const ActionSet& actions) const {
    Action untried = 0;
    for (Action i = 0; i < actions.size(); ++i) untried += pulls_[actions[i]] == 0;
    return untried;
  }
  learning::SoftmaxDistribution<Mean> distribution(const ActionSet& actions) const {
    return {actions, temperature_, Mean{means_.data()}};
  }

  std::vector<double> means_;
  std::vector<double> rewards_;
  std::vector<double> pulls_;
  double temperature_;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::softmax

#pragma once
// Exp3: exponential weights on importance-weighted rewards, mixed with a uniform choice; for
// rewards that an adversary may have chosen.
//
// Source: Auer, Cesa-Bianchi, Freund, Schapire, "The nonstochastic multiarmed bandit problem", SIAM
// Journal on Computing 32, 2002, section 3. The thesis names it (section 1.4.2, p. 17) and gives no
// listing.
//
//   paper                                  here
//   gamma                                  gamma
//   ln w_i(t)                              log_weights_[i]
//   K                                      number of available actions
//   p_i(t) = (1 - gamma) w_i / sum_j w_j + gamma / K     probabilities
//   x_hat_i(t) = x_i(t) / p_i(t) if i was played, otherwise 0
//   w_i(t + 1) = w_i(t) exp(gamma x_hat_i(t) / K)
//
// Deviations from the print:
//   - the weights are kept as logarithms: w itself passes the largest double after 710 K / gamma
//     units of x_hat.
//   - a pool that changes: the distribution, its sum and K are over the actions available at that
//     record. The paper has no such case, and its bound does not cover it.
//   - p_i(t) is computed in `update`, from the state before that update and the pool that came with
//     the reward. Live and under replay nothing is learned between a choice and its reward, so this
//     is the probability with which the action was chosen, and x_hat is unbiased as in the paper
//     (under replay too: a record is accepted with a probability that does not depend on the
//     action, and the algorithm's own p is the right weight, not the logging policy's). When
//     rewards come late or in batches, or when an expert overrides the choice, it is the
//     probability that the algorithm *would now* give the action: x_hat is then biased by as much
//     as the distribution has moved, but never above K / gamma.
// The context is not used.

#include <span>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/learning/softmax_distribution.hpp"
#include "suite/model/bandit.hpp"

namespace replaybench::algorithms::exp3 {

class Exp3 {
 public:
  static constexpr bool uses_contexts = false;

  /// `gamma` in (0, 1].
  Exp3(Action action_count, double gamma) : log_weights_(action_count), gamma_(gamma) {}

  /// O(K) exponentials; O(1) with probability gamma.
  Action choose(const Context&, const ActionSet& actions, Draws& draws) const {
    if (draws.uniform() < gamma_) return actions[draws.below(actions.size())];
    return weights(actions).at(draws.uniform());
  }
  /// `reward` in [0, 1]; `actions` are those that were available, `action` among them. O(K)
  /// exponentials.
  void update(const Context&, const ActionSet& actions, Action action, double reward) {
    const double share = gamma_ / actions.size();
    const double p = (1 - gamma_) * weights(actions).probability(action) + share;
    log_weights_[action] += share * (reward / p);
  }

  void probabilities(const Context&, const ActionSet& actions, std::span<double> out) const {
    const auto distribution = weights(actions);
    for (Action i = 0; i < actions.size(); ++i) {
      out[i] = (1 - gamma_) * distribution.probability(actions[i]) + gamma_ / actions.size();
    }
  }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(log_weights_);
  }

  /// ln w; at most the number of updates, so always finite.
  double log_weight(Action action) const { return log_weights_[action]; }

 private:
  struct LogWeight {
    const double* log_weights;
    double operator()(Action action) const { return log_weights[action]; }
  };

  learning::SoftmaxDistribution<LogWeight> weights(const ActionSet& actions) const {
    return {actions, 1, LogWeight{log_weights_.data()}};
  }

  std::vector<double> log_weights_;
  double gamma_;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::exp3

#pragma once
// Exp3.P: Exp3 with an upper confidence term in the weights, so that its regret is bounded with
// high probability and not only in expectation.
//
// Source: Auer, Cesa-Bianchi, Freund, Schapire, "The nonstochastic multiarmed bandit problem", SIAM
// Journal on Computing 32, 2002, section 6.
//
//   paper                                  here
//   alpha, gamma, T                        alpha, gamma, horizon
//   ln w_i(t)                              log_weights_[i]
//   K                                      number of available actions
//   p_i(t) = (1 - gamma) w_i / sum_j w_j + gamma / K     probabilities
//   x_hat_i(t) = x_i(t) / p_i(t) if i was played, otherwise 0
//   w_i(t + 1) = w_i(t) exp(gamma / (3 K) (x_hat_i(t) + alpha / (p_i(t) sqrt(K T))))
//
// Deviations from the print:
//   - the initial weights exp(alpha gamma / 3 sqrt(T / K)) are all equal and cancel in the
//     distribution: here their logarithms are 0.
//   - logarithms of weights, changing pools, and the probabilities recomputed in `update`: as in
//     exp3 (see there for delayed and replayed rewards). The confidence term is added for the
//     available actions only: nothing was drawn from the others.
//   - more updates than `horizon` continue with the same T; the bound covers the first T.
// The context is not used.

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/learning/softmax_distribution.hpp"
#include "suite/model/bandit.hpp"

namespace replaybench::algorithms::exp3_p {

class Exp3P {
 public:
  static constexpr bool uses_contexts = false;

  /// `alpha` >= 0, finite; `gamma` in (0, 1]; `horizon` >= 1 updates.
  Exp3P(Action action_count, double alpha, double gamma, std::uint64_t horizon)
      : log_weights_(action_count),
        distribution_(action_count),
        alpha_(alpha),
        gamma_(gamma),
        horizon_(static_cast<double>(horizon)) {}

  /// O(K) exponentials; O(1) with probability gamma.
  Action choose(const Context&, const ActionSet& actions, Draws& draws) const {
    if (draws.uniform() < gamma_) return actions[draws.below(actions.size())];
    return weights(actions).at(draws.uniform());
  }
  /// `reward` in [0, 1]; `actions` are those that were available, `action` among them. O(K)
  /// exponentials.
  void update(const Context& context, const ActionSet& actions, Action action, double reward) {
    const double count = actions.size();
    const double rate = gamma_ / (3 * count);
    const double confidence = alpha_ / std::sqrt(count * horizon_);
    probabilities(context, actions, distribution_);
    for (Action i = 0; i < actions.size(); ++i) {
      const double gain = actions[i] == action ? reward + confidence : confidence;
      log_weights_[actions[i]] += rate * (gain / distribution_[i]);
    }
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
  std::vector<double> distribution_;  // scratch of `update`
  double alpha_;
  double gamma_;
  double horizon_;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::exp3_p

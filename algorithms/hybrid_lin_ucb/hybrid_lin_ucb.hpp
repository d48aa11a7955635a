#pragma once
// Hybrid LinUCB: a linear model of the reward whose weights have a part common to all actions and a
// part of each action's own; plays the highest upper confidence bound.
//
// Source: Li, Chu, Langford, Schapire, "A contextual-bandit approach to personalized news article
// recommendation", WWW 2010, algorithm 2 (hybrid linear models). Not in the thesis, which has
// only algorithm 1.
//
//   paper            here
//   alpha            alpha
//   (identities)     lambda       ridge regularisation of both parts; 1 in the paper
//   x_{t,a}, d       x, d         the context; the same for all actions
//   z_{t,a}, k       z = P x, k   its `shared` features: P picks k of the d coordinates
//   A_a^-1           C_a, Ridge's M_a^-1
//   A_0^-1           shared_inverse_
//   b_0, beta_hat    shared_moments_, beta_
//   B_a, b_a         not needed, see below
//
// There are no features of the actions here (the paper's z joins the user's and the article's), so
// z is a part of x. That makes B_a = sum of x z^T = (A_a - lambda I) P^T, and with it algorithm 2
// becomes shorter. With u = C_a x, q = P u and theta_a = C_a b_a, the ridge regression of
// action a without the shared part:
//
//   mean of the reward   z^T beta + x^T C_a (b_a - B_a beta) = x^T theta_a + lambda q^T beta
//   variance  s_{t,a}    x^T C_a x + lambda^2 q^T A_0^-1 q
//   A_0                  lambda I + sum over actions of lambda (I - lambda P C_a P^T)
//   b_0                  lambda sum over actions of P theta_a
//
// An action without updates has u = x / lambda: its mean is the shared part, z^T beta.
// An update of action a lowers C_a by u u^T / (1 + x^T u), so it raises A_0 by a rank-one term too,
// (lambda^2 / (1 + x^T u)) q q^T: both inverses are kept by Sherman and Morrison's formula, O(d^2)
// an update and no O(k^3) anywhere. The weights of action a are the minimiser (beta, theta_1 ..
// theta_K) of the squared errors plus lambda times the squared norm.
//
// Deviations from the print: the paper's A_0 and A_a begin with I, here with lambda I; ties by the
// lowest index, or uniformly at random; a variance that roundoff makes negative counts as 0.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/learning/ridge.hpp"
#include "suite/model/bandit.hpp"
#include "suite/model/ties.hpp"

namespace replaybench::algorithms::hybrid_lin_ucb {

struct Options {
  double alpha = 1;   ///< >= 0
  double lambda = 1;  ///< > 0
  Ties ties = Ties::lowest;
  std::vector<std::uint32_t> shared;  ///< increasing, below the dimension; empty means all features
};

/// Prediction of the model for one action in one context.
struct Prediction {
  double mean = 0;
  double variance = 0;  ///< the paper's s; >= 0
};

/// Not thread-safe, not even its const functions on one object (they share a buffer that is no part
/// of the state); copies are independent. All memory is allocated by the constructor: about 8 (K
/// d^2 + k^2) / 2 bytes.
class HybridLinUcb {
 public:
  HybridLinUcb(Action action_count, std::size_t dimension, const Options& options);

  /// O(K (d^2 + k^2)); O(K (a d + k^2)) for a sparse context with a active features.
  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const {
    ridge_.read(context);
    return best_action(actions, ties_, draws, [&](Action a) { return score(context, a); });
  }
  /// O(d^2). Throws NumericalFailure when a model becomes singular or overflows.
  void update(const Context& context, Action action, double reward);

  bool would_choose(const Context& context, const ActionSet& actions, Action logged, Action& hint,
                    Draws& draws) const {
    ridge_.read(context);
    return would_be_best(actions, ties_, draws, logged, hint,
                         [&](Action a) { return score(context, a); });
  }

  /// Mean and variance of the reward of `action`. O(d^2 + k^2).
  Prediction predict(const Context& context, Action action) const {
    ridge_.read(context);
    return predicted(context, action);
  }
  /// The weights of the shared features, beta_hat.
  std::span<const double> beta() const { return beta_; }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(ridge_, shared_inverse_, shared_moments_, beta_);
  }

 private:
  Prediction predicted(const Context& context, Action action) const;
  double score(const Context& context, Action action) const {
    const Prediction prediction = predicted(context, action);
    return prediction.mean + alpha_ * std::sqrt(prediction.variance);
  }
  // gain_ = C_a x, shared_gain_ = lambda P C_a x; returns x^T C_a x.
  double read_gain(const Context& context, Action action) const;

  double alpha_;
  double lambda_;
  Ties ties_;
  std::vector<std::uint32_t> shared_;
  learning::Ridge ridge_;
  std::vector<double> shared_inverse_;  // A_0^-1, packed by diagonals
  std::vector<double> shared_moments_;  // b_0
  std::vector<double> beta_;            // A_0^-1 b_0

  // Data of the current context; not part of the state.
  mutable std::vector<double> gain_;
  mutable std::vector<double> shared_gain_;
  mutable std::vector<double> product_;  // A_0^-1 times shared_gain_
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::hybrid_lin_ucb

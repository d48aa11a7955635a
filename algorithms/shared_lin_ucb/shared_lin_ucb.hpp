#pragma once
// LinUCB with one model for all actions: a ridge regression of the reward on the features of (context, action)
// pairs; plays the highest upper confidence bound. Rewards of one action inform the estimates of the others, also
// of actions that were never played.
//
// Source: Li, Chu, Langford, Schapire, "A contextual-bandit approach to personalized news article
// recommendation", WWW 2010: algorithm 2 (hybrid linear models) with only the shared coefficients beta; then
// it is algorithm 1 with one A and b for all actions, and x_{t,a} the features of the pair. Not in the thesis.
//
//   paper            here
//   alpha            alpha
//   (identity)       lambda       ridge regularisation; 1 in the paper
//   z_{t,a}, k       z, k         PairFeatures (suite/learning/pair_features.hpp)
//   A_0, b_0, beta   Ridge's M, v and theta of its only action (suite/learning/ridge.hpp)
//
// Deviations from the print: the paper's A_0 begins with I, here with lambda I; ties by the lowest index, or
// uniformly at random.

#include <cmath>
#include <cstddef>

#include "suite/component/registry.hpp"
#include "suite/learning/pair_features.hpp"
#include "suite/learning/ridge.hpp"
#include "suite/model/bandit.hpp"
#include "suite/model/ties.hpp"

namespace replaybench::algorithms::shared_lin_ucb {

struct Options {
  double alpha = 1;   ///< >= 0
  double lambda = 1;  ///< > 0
  learning::Pairs pairs = learning::Pairs::products;
  Ties ties = Ties::lowest;
};

/// Not thread-safe, not even its const functions on one object (they share buffers that are no part of the
/// state); copies are independent. Memory: about 8 k^2 / 2 bytes.
class SharedLinUcb {
 public:
  SharedLinUcb(const learning::PairFeatures& pairs, const Options& options)
      : alpha_(options.alpha),
        ties_(options.ties),
        pairs_(pairs),
        ridge_("shared_lin_ucb", 1, pairs.size(), {.lambda = options.lambda}) {}

  /// O(K (k + a^2)), a the non-zero features of a pair; O(K k^2) where most are.
  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const {
    return best_action(actions, ties_, draws, [&](Action a) { return score(context, a); });
  }
  bool would_choose(const Context& context, const ActionSet& actions, Action logged, Action& hint,
                    Draws& draws) const {
    return would_be_best(actions, ties_, draws, logged, hint,
                         [&](Action a) { return score(context, a); });
  }
  /// O(k^2). Throws NumericalFailure when the model becomes singular or overflows.
  void update(const Context& context, Action action, double reward) {
    ridge_.update(pairs_.of(context, action), 0, reward);
  }

  /// O(k).
  double predicted_reward(const Context& context, Action action) const {
    ridge_.read(pairs_.of(context, action));
    return ridge_.mean(0);
  }
  /// Mean plus alpha times the standard deviation. As one action of `choose`.
  double score(const Context& context, Action action) const {
    ridge_.read(pairs_.of(context, action));
    return ridge_.mean(0) + alpha_ * std::sqrt(ridge_.variance(0));
  }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(ridge_);
  }

 private:
  double alpha_;
  Ties ties_;
  learning::PairFeatures pairs_;
  learning::Ridge ridge_;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::shared_lin_ucb

#pragma once
// Linear Thompson sampling with one model for all actions: draws the weights of the features of (context,
// action) pairs from a normal distribution around their ridge regression, and plays the highest drawn reward.
//
// Source: Agrawal, Goyal, "Thompson sampling for contextual bandits with linear payoffs", ICML 2013, algorithm 1.
// Not in the thesis.
//
//   paper               here
//   b_i(t), d           z, k         PairFeatures (suite/learning/pair_features.hpp)
//   B(t)                R^T R        kept as its root R (suite/learning/root_regression.hpp)
//   mu_hat(t)           theta
//   v                   v            R sqrt(24 / epsilon d ln(1 / delta)) in the theorem; here a number to tune
//   (identity in B(1))  lambda       1 in the paper
//
// mu_tilde = theta + v R^-1 n, n standard normal, has the covariance v^2 B^-1. Deviation from the print: ties, which
// have probability 0 unless features are equal or v is 0, go to the lowest index, or are broken uniformly at random.

#include <cstddef>
#include <span>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/learning/pair_features.hpp"
#include "suite/model/bandit.hpp"
#include "suite/model/ties.hpp"

namespace replaybench::algorithms::shared_lin_ts {

struct Options {
  double v = 0.3;     ///< >= 0
  double lambda = 1;  ///< > 0
  learning::Pairs pairs = learning::Pairs::products;
  Ties ties = Ties::lowest;
};

/// Not thread-safe, not even its const functions on one object (they share buffers that are no part of the
/// state); copies are independent. Memory: about 8 k^2 / 2 bytes.
class SharedLinTs {
 public:
  SharedLinTs(const learning::PairFeatures& pairs, const Options& options);

  /// O(k^2 + K k).
  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const;
  /// O(k^2). Throws NumericalFailure when the model overflows.
  void update(const Context& context, Action action, double reward);

  /// The mean of the weights.
  std::span<const double> theta() const { return theta_; }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(root_, theta_);
  }

 private:
  double v_;
  Ties ties_;
  learning::PairFeatures pairs_;
  std::vector<double> root_;  // [R^-T v | R]
  std::vector<double> theta_;
  mutable std::vector<double> drawn_;  // mu_tilde of the current choice; not part of the state
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::shared_lin_ts

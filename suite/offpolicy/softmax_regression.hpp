#pragma once
// Multinomial logistic regression of a log's actions on its features.

#include <cstdint>
#include <span>
#include <vector>

#include "suite/model/log.hpp"

namespace replaybench::offpolicy {

/// p(a | x) in proportion to exp(theta_a0 + theta_a.x) over the available actions. Needs the log
/// alive.
class SoftmaxRegression {
 public:
  /// On the first `features` features of the log, and a constant. `l2` > 0 weighs the squared
  /// coefficients, the constants' too.
  SoftmaxRegression(const Log& log, double l2, std::size_t features);

  /// Minimises -(1/n) sum ln p(a_i | x_i) + l2 / (2 n) |theta|^2 over the n records i of which
  /// `training`[i] is not 0. L-BFGS from 0, so that nothing but these records decides; the result does
  /// not depend on the machine. If it does not converge, as of features of very different scales, x is
  /// standardised to mean 0 and standard deviation 1 over these records. False if it does not converge
  /// then. O(n K d) per iteration.
  bool fit(std::span<const std::uint8_t> training);

  /// p(a_i | x_i). O(K d).
  double probability_of_logged(std::size_t i);
  /// p(a | x_i) of the available actions in their order; valid until the next call. O(K d).
  std::span<const double> probabilities(std::size_t i);
  /// theta_a: the constant, then one per feature, standardised if `fit` did so.
  std::span<const double> coefficients(Action action) const {
    return std::span(theta_).subspan(action * width_, width_);
  }

 private:
  void read(std::size_t i);
  void standardise(std::span<const std::uint8_t> training);
  bool minimise(std::span<const std::uint8_t> training);
  double probabilities(std::size_t i, std::span<const double> theta);
  double loss_and_gradient(std::span<const double> theta, std::span<const std::uint8_t> training,
                           std::vector<double>& gradient);

  const Log& log_;
  double l2_;
  std::size_t width_;
  ContextReader contexts_;
  std::vector<double> features_;
  std::vector<double> centres_, scales_;  // of the features that are read
  std::vector<double> row_;               // scores, then probabilities, of the available actions
  std::vector<double> theta_;
};

}  // namespace replaybench::offpolicy

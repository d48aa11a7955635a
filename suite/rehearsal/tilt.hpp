#pragma once
// The tilt of a reward model: the smallest change along given columns after which the model reproduces the log's means.
//
// It is the fluctuation step of targeted learning (van der Laan, Rubin 2006). For rewards in [0, 1]
//   logit q* = logit q + e_0 + e_1 H_1 + ... + e_k H_k,
// by maximum likelihood, with q in [1e-4, 1 - 1e-4]; for other rewards q* = q + e_0 + ... + e_k H_k, by least squares. With
// H = pi / p the mean of H (r - q*) over the log is then 0: the model has the log's weighted mean reward.

#include <cstddef>
#include <span>
#include <vector>

#include "suite/stream/stream.hpp"

namespace replaybench::rehearsal {

/// A fitted tilt, and how well the log determines it.
struct Tilt {
  bool logistic = false;
  /// The constant, then one per column; 0 for a column that depends linearly on earlier columns.
  std::vector<double> coefficients = {};
  /// Covariance of the coefficients, row by row: the inverse information, or White's estimate for least squares, which is
  /// valid for errors of any variance. 0 in the rows of omitted columns.
  std::vector<double> covariance = {};
  bool converged = true;

  /// The prediction, tilted with these coefficients. O(columns).
  double apply(double q, std::span<const double> columns, std::span<const double> with) const;
  /// Coefficients drawn from the normal distribution around the fitted ones. O(columns^3).
  std::vector<double> drawn(StreamKey key) const;
};

/// Fits the tilt to n rewards, their predictions, and n rows of `count` columns. Rewards of a logistic tilt lie in
/// [0, 1]. If the fit does not converge in 100 steps, because rewards are separable or all equal, `converged` is
/// false. Newton's steps change no coefficient by more than 1. O(n count^2) per step.
Tilt fit_tilt(bool logistic, std::span<const double> rewards, std::span<const double> predictions,
              std::span<const double> columns, std::size_t count);

}  // namespace replaybench::rehearsal

#pragma once
// The click model of Ad Predictor: Gaussian weights, a probit likelihood, and one reward at a time
// (assumed-density filtering). LAP and GAP differ in which weights are active and by what their
// means are multiplied; what a reward teaches is this.
//
// Source: thesis section 2.3.3 (p. 46) and algorithm 7 (section 2.4.5, p. 53); Graepel, Quinonero
// Candela, Borchert, Herbrich, "Web-scale Bayesian click-through rate prediction for sponsored
// search advertising in Microsoft's Bing search engine", ICML 2010.
//
//   thesis      here
//   y           y             1 for a click, -1 for none
//   Sigma^2     beta^2 + variance of the score
//   Lambda      y mean / Sigma, the correctness of the prediction
//   v, w        numeric::probit
//   m_a         mean of an active weight:     += y v(Lambda) / Sigma * gain * x_a
//   sigma_a^2   variance of an active weight: *= 1 - w(Lambda) sigma_a^2 / Sigma^2
//
// The gain is where the print and its source part. With weights N(m_a, sigma_a^2), independent, and
// P(click) = Phi(sum of the active weights / beta), the posterior mean of a weight after one reward
// is *exactly* m_a + y v(Lambda) sigma_a^2 / Sigma, and its variance is the one above: the moments
// match, which is what Graepel et al. do (Gain::corrected). The thesis prints sigma_a / Sigma at
// four places (section 2.3.3, p. 46, algorithm 7, section 2.6.1, p. 57, and algorithm 8,
// section 2.6.2, p. 57), a number without unit added to a mean (Gain::printed). In our simulations
// of its section 2.6.5 (p. 60) only the printed gain gives table 2.2: the best beta at F = 15 is 10
// with it, as printed there, and 30 with the other. So both are here.

#include <algorithm>
#include <cmath>

#include "suite/numeric/probit.hpp"

namespace replaybench::learning {

/// Factor of y v(Lambda) / Sigma in the step of a mean: sigma (as printed) or sigma^2 (corrected).
enum class Gain { printed, corrected };

/// The update of the active weights by one reward; equal for all of them.
struct ProbitStep {
  double step;    ///< y v(Lambda) / Sigma
  double shrink;  ///< w(Lambda) / Sigma^2, in [0, 1 / variance of the score[
};

/// Returns the update by the reward `y`, 1 or -1. `mean` and `variance` (at least 0) belong to the score before the
/// reward; `beta` is above 0.
inline ProbitStep probit_step(double y, double mean, double variance, double beta) {
  const double sum = beta * beta + variance;
  const double inverse = 1 / std::sqrt(sum);
  const auto [v, w] = numeric::probit(y * mean * inverse);
  return {y * v * inverse, w * inverse * inverse};
}

/// Change of the mean of an active weight with this variance if its feature is 1.
inline double mean_step(const ProbitStep& step, double variance, Gain gain) {
  return step.step * (gain == Gain::printed ? std::sqrt(variance) : variance);
}

/// The variance of an active weight after the reward. Never below 0, although rounding could make the factor negative if
/// beta is negligible and the reward very unlikely.
inline double shrunk(const ProbitStep& step, double variance) {
  return std::max(0.0, variance * (1 - variance * step.shrink));
}

}  // namespace replaybench::learning

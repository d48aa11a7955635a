#pragma once
// Gamma and beta variates from a stream.
//
// G. Marsaglia, W. W. Tsang, "A simple method for generating gamma variables", ACM Transactions on
// Mathematical Software 26, 2000. A shape below 1 is raised by one and the variate multiplied by
// U^(1/shape). That factor is below the smallest double for half of all draws when the shape is
// 0.001, and a beta variate made of two such variates would be 0/0; so the variates are made as
// logarithms, where no shape above underflows.
//
// Samplers: their bits belong to `sampler_version` (suite/stream/stream.hpp).

#include <optional>

#include "suite/stream/near_normals.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench {

/// Shapes that the samplers take. Below, ln(U) / shape would overflow; above, the rejection test
/// loses its digits to cancellation (its error is about shape * 1e-16).
inline constexpr double lowest_shape = 1e-300;
inline constexpr double highest_shape = 1e12;

/// ln of a Gamma(shape, scale 1) variate; always finite. Uses a random number of draws: about 1.05
/// normals and as many uniforms, one uniform more below shape 1. Needs lowest_shape <= shape <=
/// highest_shape.
double draw_log_gamma(Draws& draws, double shape);

/// A Gamma(shape, scale 1) variate; 0 if it is below the smallest double.
double draw_gamma(Draws& draws, double shape);

/// ln(theta / (1 - theta)) for theta ~ Beta(a, b); always finite. Increasing in theta, and it says
/// apart what a double theta rounds to 0 or 1: the argmax over several thetas is better taken over
/// these. Needs a and b in the range of shapes.
double draw_logit_beta(Draws& draws, double a, double b);

/// theta / (1 - theta) as the product of two factors, of which the second costs a logarithm and an
/// exponential.
struct BetaOdds {
  double most;         ///< the odds, were the second factor 1
  double uniform = 1;  ///< in (0, 1]
  double power = 0;    ///< >= 0; the second factor is uniform^power, at most 1

  double value() const;
};

/// The odds from the same draws as `draw_logit_beta`, whose exponential they are except for a relative
/// error below `odds_error` as long as they are above 1e-300; a small part of the time. Nothing, in
/// less than one of 2,000 calls, where the errors of the normals leave open how many draws there are.
/// Needs a in the range of shapes, b in [1, highest_shape].
std::optional<BetaOdds> draw_near_beta_odds(NearNormals& draws, double a, double b);
inline constexpr double odds_error = 1e-4;

/// A Beta(a, b) variate in [0, 1], never NaN; 0 or 1 if no double is nearer.
double draw_beta(Draws& draws, double a, double b);

}  // namespace replaybench

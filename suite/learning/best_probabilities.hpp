#pragma once
// The probability that each of several independent random scores is the highest: the distribution
// of choice of Thompson sampling, without simulation.
//
//   P(i is best) = integral of f_i(t) prod_{j != i} F_j(t) dt
//
// with f the densities and F the distribution functions of the scores (Thompson, Biometrika 25,
// 1933; Agrawal, Goyal, COLT 2012). By Gauss-Legendre quadrature with 16 nodes on each panel of a
// mesh that all scores share. The densities are log-concave, so the mesh begins with the mode and
// the ends of each; a panel on which a density is not yet a polynomial of degree 15, to 1e-13 of its
// mass, is halved. The distribution functions are integrals of the same polynomials, up to each
// node. So the probabilities sum to 1 up to the quadrature's own error, about 1e-13, which is
// returned; then they are divided by their sum. Of each score 1e-15 of the mass is left out.
//
// The bits depend on no CPU: suite/numeric/elementary.hpp. O(panels K), a few panels a score: for
// K = 5 about 0.1 ms, for K = 46 some 25 ms. Allocates O(panels K).

#include <span>

namespace replaybench::learning {

/// A score that is normal.
struct NormalScore {
  double mean;       ///< finite
  double deviation;  ///< > 0, finite
};

/// A score whose distribution is Beta(a, b). Integrated over its logit, so that a and b may be far
/// below 1.
struct BetaScore {
  double a;  ///< > 0, finite
  double b;  ///< > 0, finite
};

/// out[i] = P(scores[i] is the highest); `out` has scores.size() >= 1 places and sums to 1 up to
/// roundoff. Returns the sum before it was divided by, minus 1. Throws NumericalFailure where the
/// scores cannot be resolved in double precision: a deviation below 1e-12 of the distance of the
/// means, for example, next to a wide one.
double best_probabilities(std::span<const NormalScore> scores, std::span<double> out);
double best_probabilities(std::span<const BetaScore> scores, std::span<double> out);

}  // namespace replaybench::learning

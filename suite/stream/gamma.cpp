#include "suite/stream/gamma.hpp"

#include <cmath>

#include "suite/numeric/elementary.hpp"
#include "suite/numeric/logistic.hpp"

namespace replaybench {

namespace {

// d root^3 is the variate.
struct LargeShapeDraw {
  double d = 0;
  double root = 0;
};

// Marsaglia and Tsang's method; needs shape >= 1.
LargeShapeDraw draw_large_shape(Draws& draws, double shape) {
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = draws.normal();
    const double root = 1 + c * x;
    if (root <= 0) continue;
    const double u = 1 - draws.uniform();  // in (0, 1]
    const double x2 = x * x;
    // The squeeze accepts nearly always without a logarithm.
    if (u < 1 - 0.0331 * x2 * x2) return {d, root};
    const double v = root * root * root;
    const double log_v = 3 * numeric::log(root);
    if (numeric::log(u) < 0.5 * x2 + d * (1 - v + log_v)) return {d, root};
  }
}

// Like the function above, from normals with an error; returns a root of 0 if the error may change what is accepted. A
// relative error of the root below 1e-5: normals between -1 and 1 leave it above 0.59, and others
// have the smaller error.
LargeShapeDraw draw_near_large_shape(NearNormals& draws, double shape) {
  constexpr double min_root = 1e-3;
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = draws.normal();
    const double root = 1 + c * x;
    if (root < min_root) {
      if (root > -min_root) return {};
      continue;
    }
    const double u = 1 - draws.uniform();
    const double x2 = x * x;
    // Derivatives: below 0.14 between -1 and 1, below 100 elsewhere.
    const double beyond_squeeze = u - (1 - 0.0331 * x2 * x2);
    if (beyond_squeeze < -1e-5) return {d, root};
    if (beyond_squeeze < 1e-5) return {};
    // Derivatives: below 5 between -1 and 1, below 1e4 elsewhere.
    const double v = root * root * root;
    const numeric::NearFunctions& near = draws.functions();
    const double beyond = near.log(u) - (0.5 * x2 + d * (1 - v + 3 * near.log(root)));
    const double error = 1e-4 + 1e-10 * d;
    if (beyond < -error) return {d, root};
    if (beyond < error) return {};
  }
}

double log_gamma_of_large_shape(Draws& draws, double shape) {
  const LargeShapeDraw draw = draw_large_shape(draws, shape);
  return numeric::log(draw.d) + 3 * numeric::log(draw.root);
}

}  // namespace

double draw_log_gamma(Draws& draws, double shape) {
  if (shape >= 1) return log_gamma_of_large_shape(draws, shape);
  const double log_raised = log_gamma_of_large_shape(draws, shape + 1);
  return log_raised + numeric::log(1 - draws.uniform()) / shape;
}

double draw_gamma(Draws& draws, double shape) { return numeric::exp(draw_log_gamma(draws, shape)); }

double draw_logit_beta(Draws& draws, double a, double b) {
  const double log_x = draw_log_gamma(draws, a);
  return log_x - draw_log_gamma(draws, b);
}

std::optional<BetaOdds> draw_near_beta_odds(NearNormals& draws, double a, double b) {
  const bool small = a < 1;
  const LargeShapeDraw x = draw_near_large_shape(draws, small ? a + 1 : a);
  if (x.root == 0) return std::nullopt;
  BetaOdds odds;
  if (small) {
    odds.uniform = 1 - draws.uniform();
    odds.power = 1 / a;
  }
  const LargeShapeDraw y = draw_near_large_shape(draws, b);
  if (y.root == 0) return std::nullopt;
  odds.most = (x.d * (x.root * x.root * x.root)) / (y.d * (y.root * y.root * y.root));
  return odds;
}

double BetaOdds::value() const {
  return power == 0 ? most : most * numeric::exp(numeric::log(uniform) * power);
}

double draw_beta(Draws& draws, double a, double b) {
  return numeric::logistic(draw_logit_beta(draws, a, b));
}

}  // namespace replaybench

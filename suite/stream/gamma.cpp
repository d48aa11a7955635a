#include "suite/stream/gamma.hpp"

#include <cmath>

#include "suite/numeric/elementary.hpp"

namespace replaybench {

namespace {

// d root^3 is the variate.
struct LargeShapeDraw {
  double d = 0;
  double root = 0;
};

// Marsaglia and Tsang's method; needs shape >= 1.
template <class Source>
LargeShapeDraw draw_large_shape(Source& draws, double shape) {
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

BetaOdds draw_beta_odds(NormalsAhead& draws, double a, double b) {
  const bool small = a < 1;
  const LargeShapeDraw x = draw_large_shape(draws, small ? a + 1 : a);
  BetaOdds odds;
  if (small) {
    odds.uniform = 1 - draws.uniform();
    odds.power = 1 / a;
  }
  const LargeShapeDraw y = draw_large_shape(draws, b);
  const double root = x.root / y.root;
  odds.most = x.d / y.d * (root * root * root);
  return odds;
}

double BetaOdds::value() const {
  return power == 0 ? most : most * numeric::exp(numeric::log(uniform) * power);
}

double draw_beta(Draws& draws, double a, double b) {
  const double logit = draw_logit_beta(draws, a, b);
  if (logit > 0) return 1 / (1 + numeric::exp(-logit));
  const double odds = numeric::exp(logit);
  return odds / (1 + odds);
}

}  // namespace replaybench

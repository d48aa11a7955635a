#include "suite/stream/gamma.hpp"

#include <cmath>

#include "suite/numeric/elementary.hpp"

namespace replaybench {

namespace {

// Marsaglia and Tsang's method; needs shape >= 1.
double log_gamma_of_large_shape(Draws& draws, double shape) {
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = draws.normal();
    const double root = 1 + c * x;
    if (root <= 0) continue;
    const double v = root * root * root;
    const double u = 1 - draws.uniform();  // in (0, 1]
    const double x2 = x * x;
    // The squeeze accepts nearly always without a logarithm; the variate's own is needed anyway.
    const double log_v = 3 * numeric::log(root);
    if (u < 1 - 0.0331 * x2 * x2 || numeric::log(u) < 0.5 * x2 + d * (1 - v + log_v)) {
      return numeric::log(d) + log_v;
    }
  }
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

double draw_beta(Draws& draws, double a, double b) {
  const double logit = draw_logit_beta(draws, a, b);
  if (logit > 0) return 1 / (1 + numeric::exp(-logit));
  const double odds = numeric::exp(logit);
  return odds / (1 + odds);
}

}  // namespace replaybench

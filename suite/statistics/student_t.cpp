#include "suite/statistics/student_t.hpp"

#include <cmath>

#include "suite/numeric/elementary.hpp"

namespace replaybench::statistics {

namespace {

// The continued fraction of I_x(a, b); converges fast for x < (a + 1) / (a + b + 2).
double beta_fraction(double a, double b, double x) {
  constexpr double tiny = 1e-300;
  constexpr int max_terms = 10'000;
  const auto away_from_zero = [](double value) { return std::fabs(value) < tiny ? tiny : value; };
  double c = 1;
  double d = 1 / away_from_zero(1 - (a + b) * x / (a + 1));
  double fraction = d;
  for (int m = 1; m <= max_terms; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away_from_zero(1 + even * d);
    c = away_from_zero(1 + even / c);
    fraction *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away_from_zero(1 + odd * d);
    c = away_from_zero(1 + odd / c);
    const double step = d * c;
    fraction *= step;
    if (std::fabs(step - 1) < 1e-16) break;
  }
  return fraction;
}

}  // namespace

double incomplete_beta(double a, double b, double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const double front =
      numeric::exp(numeric::log_gamma(a + b) - numeric::log_gamma(a) - numeric::log_gamma(b) +
                   a * numeric::log(x) + b * numeric::log1p(-x));
  if (x < (a + 1) / (a + b + 2)) return front * beta_fraction(a, b, x) / a;
  return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

double student_t_two_sided(double t, double freedom) {
  if (std::isinf(t)) return 0;
  const double square = t * t;
  // Near the middle freedom / (freedom + t^2) would lose the digits of a small t; in the tails a
  // difference from 1 would lose those of the result. In between the continued fraction changes
  // sides.
  if (square < 3 * freedom / (freedom + 2))
    return 1 - incomplete_beta(0.5, freedom / 2, square / (freedom + square));
  return incomplete_beta(freedom / 2, 0.5, freedom / (freedom + square));
}

double student_t_quantile(double p, double freedom) {
  if (p == 0.5) return 0;
  const double tails = 2 * (p < 0.5 ? p : 1 - p);
  double high = 1;
  while (student_t_two_sided(high, freedom) > tails && high < 1e300) high *= 2;
  double low = high == 1 ? 0 : high / 2;
  for (;;) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    (student_t_two_sided(middle, freedom) > tails ? low : high) = middle;
  }
  return p < 0.5 ? -low : low;
}

}  // namespace replaybench::statistics

#include "suite/theory/binomial.hpp"

#include <cmath>

#include "suite/numeric/elementary.hpp"
#include "suite/theory/domain.hpp"

namespace replaybench::theory {
namespace {

constexpr double two_pi = 6.283185307179586476925;
constexpr double left_out = 1e-18;

/// ln(n!) - ln(sqrt(2 pi n) (n/e)^n), n >= 1: the error of Stirling's formula.
double stirling_error(double n) {
  if (n < 16) {
    // 15! < 2^53: the factorial is exact, and no term of the difference exceeds 42.
    double factorial = 1;
    for (double i = 2; i <= n; ++i) factorial *= i;
    return numeric::log(factorial) - (n + 0.5) * numeric::log(n) + n - 0.5 * numeric::log(two_pi);
  }
  const double s = 1 / (n * n);
  return (1.0 / 12 - s * (1.0 / 360 - s * (1.0 / 1260 - s * (1.0 / 1680 - s / 1188)))) / n;
}

/// x ln(x / m) + m - x for x, m > 0, without cancellation where x is near m: with v = (x-m)/(x+m),
/// ln(x/m) = 2 (v + v^3/3 + v^5/5 + ...), twenty terms at most up to |v| = 0.4; beyond, hardly
/// anything cancels.
double deviance(double x, double m) {
  const double d = x - m;
  if (std::fabs(d) >= 0.4 * (x + m)) return x * numeric::log(x / m) - d;
  const double v = d / (x + m);
  double value = d * v;
  double power = 2 * x * v;
  for (int j = 1; j < 40; ++j) {
    power *= v * v;
    const double next = value + power / (2 * j + 1);
    if (next == value) break;
    value = next;
  }
  return value;
}

/// Sum of pmf(k), pmf(k-1), ..., pmf(0) (downward) or pmf(k), ..., pmf(n) (upward); the caller
/// starts on the side of the mode where the terms fall.
template <bool upward>
double outward_sum(double n, double k, double p) {
  const double odds = upward ? p / (1 - p) : (1 - p) / p;
  double term = binomial_pmf(n, k, p);
  double sum = term;
  const double last = upward ? n : 0;
  while (k != last) {
    const double ratio = upward ? (n - k) / (k + 1) * odds : k / (n - k + 1) * odds;
    // The terms are log-concave: all that is left is at most term * ratio / (1 - ratio).
    if (term * ratio <= left_out * sum * (1 - ratio)) break;
    term *= ratio;
    sum += term;
    k += upward ? 1 : -1;
  }
  return sum;
}

bool in_domain(double n, double k, double p) {
  return is_count(n) && k == std::floor(k) && p >= 0 && p <= 1;
}

}  // namespace

double binomial_pmf(double n, double k, double p) {
  if (!in_domain(n, k, p)) return undefined;
  if (k < 0 || k > n) return 0;
  const double q = 1 - p;
  if (p == 0) return k == 0 ? 1 : 0;
  if (q == 0) return k == n ? 1 : 0;
  if (k == 0) return numeric::exp(n * numeric::log1p(-p));
  if (k == n) return numeric::exp(n * numeric::log(p));
  const double exponent = stirling_error(n) - stirling_error(k) - stirling_error(n - k) -
                          deviance(k, n * p) - deviance(n - k, n * q);
  return numeric::exp(exponent) * std::sqrt(n / (two_pi * k * (n - k)));
}

double binomial_lower_tail(double n, double k, double p) {
  if (!in_domain(n, k, p)) return undefined;
  if (k < 0) return 0;
  if (k >= n) return 1;
  if (p == 0) return 1;
  if (p == 1) return 0;
  return k < n * p ? outward_sum<false>(n, k, p) : 1 - outward_sum<true>(n, k + 1, p);
}

double binomial_upper_tail(double n, double k, double p) {
  if (!in_domain(n, k, p)) return undefined;
  if (k <= 0) return 1;
  if (k > n) return 0;
  if (p == 0) return 0;
  if (p == 1) return 1;
  return k > n * p ? outward_sum<true>(n, k, p) : 1 - outward_sum<false>(n, k - 1, p);
}

double poisson_pmf(double mean, double k) {
  if (!(mean >= 0) || std::isinf(mean) || k != std::floor(k)) return undefined;
  if (k < 0) return 0;
  if (mean == 0) return k == 0 ? 1 : 0;
  if (k == 0) return numeric::exp(-mean);
  return numeric::exp(-stirling_error(k) - deviance(k, mean)) / std::sqrt(two_pi * k);
}

}  // namespace replaybench::theory

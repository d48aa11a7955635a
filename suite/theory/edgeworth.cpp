#include "suite/theory/edgeworth.hpp"

#include <cmath>

#include "suite/numeric/elementary.hpp"
#include "suite/statistics/student_t.hpp"
#include "suite/theory/binomial.hpp"
#include "suite/theory/domain.hpp"

namespace replaybench::theory {
namespace {

constexpr double one_over_sqrt_two_pi = 0.3989422804014326779399;

double density(double x) { return one_over_sqrt_two_pi * numeric::exp(-x * x / 2); }

bool all_finite(double x, double y, double z = 0) {
  return std::isfinite(x) && std::isfinite(y) && std::isfinite(z);
}

/// P(Poisson(mean) >= k) for an integer k >= 1, summed outward from k on the side where the terms
/// fall.
double poisson_upper_tail(double mean, double k) {
  if (mean == 0) return 0;
  const bool upward = k > mean;
  double i = upward ? k : k - 1;
  double term = poisson_pmf(mean, i);
  double sum = term;
  while (upward || i > 0) {
    const double ratio = upward ? mean / (i + 1) : i / mean;
    if (term * ratio <= 1e-18 * sum * (1 - ratio)) break;
    term *= ratio;
    sum += term;
    i += upward ? 1 : -1;
  }
  return upward ? sum : 1 - sum;
}

}  // namespace

double edgeworth_mean_p1(double x, double skewness) {
  if (!all_finite(x, skewness)) return undefined;
  return -skewness * (x * x - 1) / 6;
}

double edgeworth_mean_p2(double x, double skewness, double kurtosis) {
  if (!all_finite(x, skewness, kurtosis)) return undefined;
  const double s = x * x;
  return -x * (kurtosis * (s - 3) + skewness * skewness * (s * s - 10 * s + 15) / 3) / 24;
}

double edgeworth_studentized_p1(double x, double skewness) {
  if (!all_finite(x, skewness)) return undefined;
  return skewness * (2 * x * x + 1) / 6;
}

double edgeworth_studentized_p2(double x, double skewness, double kurtosis) {
  if (!all_finite(x, skewness, kurtosis)) return undefined;
  const double s = x * x;
  return x *
         (kurtosis * (s - 3) / 12 - skewness * skewness * (s * s + 2 * s - 3) / 18 - (s + 3) / 4);
}

double edgeworth_mean_cdf(double x, double T, double skewness, double kurtosis) {
  if (!is_positive(T)) return undefined;
  const double p1 = edgeworth_mean_p1(x, skewness);
  const double p2 = edgeworth_mean_p2(x, skewness, kurtosis);
  return numeric::normal_cdf(x) + density(x) * (p1 / std::sqrt(T) + p2 / T);
}

double edgeworth_studentized_cdf(double x, double T, double skewness, double kurtosis) {
  if (!is_positive(T)) return undefined;
  const double p1 = edgeworth_studentized_p1(x, skewness);
  const double p2 = edgeworth_studentized_p2(x, skewness, kurtosis);
  return numeric::normal_cdf(x) + density(x) * (p1 / std::sqrt(T) + p2 / T);
}

double exponential_mean_cdf(double x, double T) {
  if (!std::isfinite(x) || !is_count(T) || T == 0) return undefined;
  const double sum = T + x * std::sqrt(T);
  // Gamma(T) <= sum: at least T arrivals of a Poisson process by the time `sum`.
  return sum <= 0 ? 0 : poisson_upper_tail(sum, T);
}

double exponential_expansion_error(double T, double order) {
  if (!is_count(T) || T == 0 || !(order == 0 || order == 1 || order == 2)) return undefined;
  double worst = 0;
  for (int i = -400; i <= 400; ++i) {
    const double x = i / 100.0;
    double cdf = numeric::normal_cdf(x);
    if (order >= 1) cdf += density(x) * edgeworth_mean_p1(x, 2) / std::sqrt(T);
    if (order >= 2) cdf += density(x) * edgeworth_mean_p2(x, 2, 6) / T;
    worst = std::fmax(worst, std::fabs(cdf - exponential_mean_cdf(x, T)));
  }
  return worst;
}

double normal_studentized_cdf(double x, double T) {
  if (!std::isfinite(x) || !(T >= 2) || std::isinf(T)) return undefined;
  const double tail = statistics::student_t_two_sided(x * std::sqrt((T - 1) / T), T - 1) / 2;
  return x < 0 ? tail : 1 - tail;
}

double skewness_record_variance(double skewness, double fourth, double fifth, double sixth) {
  if (!all_finite(skewness, fifth, sixth) || !(fourth >= 1) || std::isinf(fourth)) return undefined;
  // Variance of Y^3 - 3Y - skewness - (3/2) skewness (Y^2 - 1), the influence function of the
  // skewness, for the standardised Y.
  const double s = skewness * skewness;
  return sixth - 6 * fourth + 9 - s - 3 * skewness * (fifth - 4 * skewness) +
         2.25 * s * (fourth - 1);
}

double lemma1_deviation(double T, double T_prime, double skewness_variance) {
  if (!is_positive(T) || !is_positive(T_prime) || !is_non_negative(skewness_variance)) {
    return undefined;
  }
  // (2x^2 + 1) phi(x) / 6 is largest at x^2 = 3/2.
  return 2.0 / 3 * density(std::sqrt(1.5)) * std::sqrt(skewness_variance / (T * T_prime));
}

double unstudentized_deviation(double T, double fourth) {
  if (!is_positive(T) || !(fourth >= 1) || std::isinf(fourth)) return undefined;
  return density(1) * std::sqrt((fourth - 1) / (4 * T));
}

}  // namespace replaybench::theory

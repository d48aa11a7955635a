#include "suite/theory/acceptance.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "suite/numeric/elementary.hpp"
#include "suite/theory/binomial.hpp"
#include "suite/theory/bounds.hpp"
#include "suite/theory/domain.hpp"
#include "suite/theory/replay.hpp"

namespace replaybench::theory {
namespace {

bool is_resampling(double K, double T) {
  return is_actions(K) && K == std::floor(K) && is_count(T) && T >= 1 && is_count(K * T);
}

/// P(|Bin(n, p) - centre| >= radius).
double outside(double n, double p, double centre, double radius) {
  return binomial_lower_tail(n, std::floor(centre - radius), p) +
         binomial_upper_tail(n, std::ceil(centre + radius), p);
}

/// E[of(T_pi)], T_pi ~ Bin(T, 1/K), `of` in [0, 1]. What is left out is below 1e-22.
template <class Of>
double over_matches(double K, double T, Of of) {
  const double spread = std::sqrt(T / K * (1 - 1 / K));
  const double first = std::max(0.0, std::floor(T / K - 12 * spread - 12));
  const double last = std::min(T, std::ceil(T / K + 12 * spread + 12));
  double sum = 0;
  const auto matches = static_cast<std::int64_t>(last - first) + 1;
  for (std::int64_t i = 0; i < matches; ++i) {
    const double m = first + static_cast<double>(i);
    sum += binomial_pmf(T, m, 1 / K) * of(m);
  }
  return sum;
}

double power_of_a(double K, double exponent) {
  return K == 1 ? 0 : numeric::exp(exponent * numeric::log1p(-1 / K));
}

bool are_contexts(double K, double T, double p, double n1, double n2) {
  return is_actions(K) && is_non_negative(T) && is_probability(p) && n1 >= 0 && n1 <= K &&
         n2 >= 0 && n2 <= K;
}

}  // namespace

double accepted_variance(double K, double T, double dispersion) {
  if (!is_actions(K) || !is_positive(T) || !is_non_negative(dispersion)) return undefined;
  return T * (1 - 1 / K) + (T - 1 / K) * dispersion;
}

double accepted_failure_uniform(double K, double T, double gamma) {
  if (!is_resampling(K, T) || !is_positive(gamma)) return undefined;
  return outside(K * T, 1 / K, T, gamma * T);
}

double accepted_failure_deterministic(double K, double T, double gamma) {
  if (!is_resampling(K, T) || !is_positive(gamma)) return undefined;
  return over_matches(K, T, [&](double m) { return outside(K * T, m / T, T, gamma * T); });
}

double accepted_failure_printed(double T, double gamma) {
  if (!is_positive(T) || !is_non_negative(gamma)) return undefined;
  return numeric::exp(-T * gamma * gamma / 3);
}

double accepted_gamma_printed(double T, double delta) {
  if (!is_positive(T) || !is_level(delta)) return undefined;
  return std::sqrt(3 * numeric::log(4 / delta) / T);
}

double accepted_gamma(double K, double T, double delta) {
  if (!is_actions(K) || !is_positive(T) || !is_level(delta)) return undefined;
  const double log_term = numeric::log(8 / delta);
  const double data = std::sqrt(3 * K * log_term / T);
  if (!(data < 1)) return undefined;
  const double resampling = std::sqrt(3 * log_term / (T * (1 - data)));
  return (1 + data) * (1 + resampling) - 1;
}

double theorem13_bound_printed(double T, double g, double delta) {
  if (!is_probability(g) || g == 0) return undefined;
  const double gamma1 = accepted_gamma_printed(T, delta);
  return gamma1 < 1 ? (gamma1 + gamma1 / std::sqrt(g)) * g / (1 - gamma1) : undefined;
}

double no_acceptance_uniform(double K, double T, double B) {
  if (!is_actions(K) || !is_positive(T) || !(B >= 1)) return undefined;
  return power_of_a(K, K * T * B);
}

double no_acceptance_deterministic(double K, double T, double B) {
  if (!is_resampling(K, T) || !(B >= 1)) return undefined;
  return over_matches(K, T, [&](double m) {
    return m == 0 ? 1 : m == T ? 0 : numeric::exp(K * T * B * numeric::log1p(-m / T));
  });
}

double no_acceptance_printed(double K, double T, double B) {
  if (!is_actions(K) || !is_positive(T) || !(B >= 1)) return undefined;
  return power_of_a(K, T * B);
}

double information_probability_printed(double K, double T, double p, double n1, double n2) {
  if (!are_contexts(K, T, p, n1, n2)) return undefined;
  return 1 - p * numeric::pow(1 - n1 / K, T) - (1 - p) * numeric::pow(1 - n2 / K, T);
}

double information_probability(double K, double T, double p, double n1, double n2) {
  if (!are_contexts(K, T, p, n1, n2)) return undefined;
  return 1 - numeric::pow(1 - (p * n1 + (1 - p) * n2) / K, T);
}

double r_bred_draws_uniform(double K, double T_prime) {
  return is_actions(K) && is_positive(T_prime) ? K * T_prime : undefined;
}

double r_bred_draws_deterministic(double K, double T, double T_prime) {
  if (!is_positive(T) || !is_positive(T_prime)) return undefined;
  return T_prime * T * harmonic_term(K, T) / (1 - empty_probability(K, T));
}

}  // namespace replaybench::theory

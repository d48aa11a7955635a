#include "suite/theory/resampling.hpp"

#include <cmath>

#include "suite/numeric/elementary.hpp"
#include "suite/theory/domain.hpp"

namespace replaybench::theory {

double distinct_share(double T, double E) {
  if (!(T >= 1) || std::isinf(T) || !is_positive(E)) return undefined;
  return T == 1 ? 1 : -numeric::expm1(E * T * numeric::log1p(-1 / T));
}

double distinct_share_limit(double E) { return is_positive(E) ? -numeric::expm1(-E) : undefined; }

double cross_validation_training(double K, double T) {
  return is_actions(K) && is_non_negative(T) ? T / (K + 1) : undefined;
}

double cross_validation_test(double K, double T) { return K * cross_validation_training(K, T); }

double t_bred_count(double K, double T, double tau, double B) {
  if (!is_actions(K) || !is_positive(T) || !is_level(tau) || !is_positive(B)) return undefined;
  return B * tau * T / K;
}

double t_bred_deviation(double K, double T, double tau, double g) {
  return is_probability(g) ? std::sqrt(g * (1 - g) / t_bred_count(K, T, tau, 1)) : undefined;
}

double t_bred_copies(double K, double tau) {
  if (!is_actions(K) || !is_level(tau)) return undefined;
  // (3 - 0.8)/(1 - 0.8) is 11 and must not become 12 by its last bit.
  const double copies = (K - tau) / (1 - tau);
  const double nearest = std::floor(copies + 0.5);
  return std::fabs(copies - nearest) < 1e-9 * nearest ? nearest : std::ceil(copies);
}

double rule_of_thumb_log10(double N, double base, double F, double K) {
  if (!is_positive(N) || !is_positive(base) || !is_non_negative(F) || !is_positive(K)) {
    return undefined;
  }
  return (numeric::log(N) + F * numeric::log(base) + 2 * numeric::log(K)) / numeric::log(10);
}

double silverman_bandwidth(double sigma, double T) {
  if (!is_positive(sigma) || !is_positive(T)) return undefined;
  return sigma * numeric::pow(4 / (3 * T), 0.2);
}

double jitter_bandwidth(double C, double T) {
  return is_non_negative(C) && is_positive(T) ? C / std::sqrt(T) : undefined;
}

double jitter_ridge(double n, double h) {
  return is_non_negative(n) && is_non_negative(h) ? n * h * h : undefined;
}

double jitter_acceptance(double distance, double h) {
  return std::isfinite(distance) && is_positive(h) ? numeric::normal_cdf(-distance / h) : undefined;
}

double bred_choices(double K, double T, double B) {
  return is_actions(K) && is_positive(T) && is_positive(B) ? B * K * T : undefined;
}

double bred_updates(double T, double B) {
  return is_positive(T) && is_positive(B) ? B * T : undefined;
}

}  // namespace replaybench::theory

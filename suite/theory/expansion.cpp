#include "suite/theory/expansion.hpp"

#include <cmath>

#include "suite/theory/domain.hpp"
#include "suite/theory/information.hpp"

namespace replaybench::theory {
namespace {

bool is_multiple(double E) { return E >= 1 && std::isfinite(E); }

bool in_domain(double K, double acceleration, double passes) {
  return is_actions(K) && is_non_negative(acceleration) && is_multiple(passes);
}

}  // namespace

double red_error(double K, double acceleration, double E) {
  if (!in_domain(K, acceleration, E)) return undefined;
  return acceleration + (K - acceleration) / E;
}

double expanded_replay_error(double K, double acceleration) {
  return red_error(K, acceleration, K);
}

double bred_error(double acceleration, double B) {
  return in_domain(1, acceleration, B) ? acceleration + 1 / B : undefined;
}

double s_bred_error(double K, double acceleration, double B) {
  if (!in_domain(K, acceleration, B)) return undefined;
  return acceleration + (1 - acceleration / K) / B;
}

double red_star_error(double acceleration_plus, double acceleration_replay_star, double E) {
  if (!is_non_negative(acceleration_plus) || !is_non_negative(acceleration_replay_star)) {
    return undefined;
  }
  if (!is_multiple(E)) return undefined;
  return acceleration_plus + (acceleration_replay_star - acceleration_plus) / E;
}

double bred_bootstrap_variance(double K, double E) {
  return is_actions(K) && is_positive(E) ? K / E : undefined;
}

double s_bred_bootstrap_variance(double K, double acceleration) {
  return in_domain(K, acceleration, 1) ? 1 - acceleration / K : undefined;
}

double red_bias_after(double bias_per_record, double E) {
  if (!std::isfinite(bias_per_record) || !is_multiple(E)) return undefined;
  return (1 - 1 / E) * bias_per_record;
}

double s_bred_bias(double K, double bias_per_record) { return red_bias_after(bias_per_record, K); }

double bred_variance_relative_error(double K, double T, double B, double epsilon, double g_best,
                                    double g_random) {
  if (!is_positive(T) || !is_multiple(B)) return undefined;
  const auto cells = epsilon_optimal_cells(K, epsilon, g_best, g_random);
  const double variance = policy_variance(cells);
  if (!(variance > 0)) return undefined;
  const double tilt = 1 - 2 * policy_mean(cells);
  return 2 / B + (gamma_star(cells) * tilt * tilt / variance + acceptance_dispersion(cells) +
                  2 * tilt * red_bias_per_record(cells) / variance) /
                     T;
}

}  // namespace replaybench::theory

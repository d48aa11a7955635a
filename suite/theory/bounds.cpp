#include "suite/theory/bounds.hpp"

#include <cmath>

#include "suite/numeric/elementary.hpp"
#include "suite/theory/domain.hpp"

namespace replaybench::theory {
namespace {

bool in_domain(double K, double T, double g, double delta) {
  return is_actions(K) && is_positive(T) && is_probability(g) && is_level(delta);
}

double log_two_over(double delta) { return numeric::log(2 / delta); }
double log_four_over(double delta) { return numeric::log(4 / delta); }

/// root / (sqrt(T) - sqrt(3K l4)), the common shape of Li's two forms.
double li_shape(double K, double T, double delta, double factor) {
  const double need = 3 * K * log_four_over(delta);
  return T > need ? factor * std::sqrt(need) / (std::sqrt(T) - std::sqrt(need)) : undefined;
}

}  // namespace

double chernoff_lower_tail(double mean, double gamma) {
  if (!is_non_negative(mean) || !(gamma > 0 && gamma < 1)) return undefined;
  return numeric::exp(-gamma * gamma * mean / 2);
}

double chernoff_two_sided(double mean, double gamma) {
  if (!is_non_negative(mean) || !(gamma > 0 && gamma <= 1)) return undefined;
  return 2 * numeric::exp(-gamma * gamma * mean / 3);
}

double li_bound_printed(double K, double T, double g, double delta) {
  if (!in_domain(K, T, g, delta)) return undefined;
  return li_shape(K, T, delta, std::sqrt(g * g + g));
}

double li_bound_printed_decomposed(double K, double T, double g, double delta) {
  if (!in_domain(K, T, g, delta)) return undefined;
  const double need = 3 * K * log_four_over(delta);
  if (!(T > need)) return undefined;
  const double root = std::sqrt(g * g + g);
  return root * std::sqrt(need / T) + need * root / (T - std::sqrt(need * T));
}

double li_bound(double K, double T, double g, double delta) {
  if (!in_domain(K, T, g, delta)) return undefined;
  return li_shape(K, T, delta, g + std::sqrt(g));
}

double li_bound_defined_from(double K, double delta) {
  return is_actions(K) && is_level(delta) ? 3 * K * log_four_over(delta) : undefined;
}

double li_bound_valid_from(double K, double g, double delta) {
  if (!in_domain(K, 1, g, delta)) return undefined;
  return 3 * K * log_four_over(delta) / g;
}

double retained_lower_bound(double K, double T, double delta) {
  if (!in_domain(K, T, 0, delta)) return undefined;
  const double need = 2 * K * log_two_over(delta);
  return T > need ? (T - std::sqrt(need * T)) / K : undefined;
}

double replay_bound(double K, double T, double g, double delta) {
  if (!in_domain(K, T, g, delta)) return undefined;
  const double need = 2 * K * log_two_over(delta);
  if (!(T > need)) return undefined;
  return std::sqrt(3 * K * g * log_four_over(delta) / (T - std::sqrt(need * T)));
}

double replay_bound_leading(double K, double T, double g, double delta) {
  if (!in_domain(K, T, g, delta)) return undefined;
  return std::sqrt(3 * K * g * log_four_over(delta) / T);
}

double replay_bound_decomposed(double K, double T, double g, double delta) {
  if (!in_domain(K, T, g, delta)) return undefined;
  const double need = 2 * K * log_two_over(delta);
  if (!(T > need)) return undefined;
  const double numerator = std::sqrt(3 * K * g * log_four_over(delta));
  const double spread = std::sqrt(need * T);
  return numerator / std::sqrt(T) + std::sqrt(spread) * numerator / (T - std::sqrt(T * spread));
}

double replay_bound_defined_from(double K, double delta) {
  return is_actions(K) && is_level(delta) ? 2 * K * log_two_over(delta) : undefined;
}

double replay_bound_valid_from(double K, double g, double delta) {
  if (!in_domain(K, 1, g, delta)) return undefined;
  const double need = 2 * K * log_two_over(delta);
  const double root = (std::sqrt(need) + std::sqrt(need + 12 * K * log_four_over(delta) / g)) / 2;
  return root * root;
}

double replay_star_bound(double K, double T, double g, double delta) {
  if (!in_domain(K, T, g, delta)) return undefined;
  return std::sqrt(3 * K * g * log_two_over(delta) / T);
}

double replay_star_bound_valid_from(double K, double g, double delta) {
  if (!in_domain(K, 1, g, delta)) return undefined;
  return 3 * K * log_two_over(delta) / g;
}

double ideal_failure_bound(double K, double T, double g, double gamma) {
  if (!is_actions(K) || !is_positive(T) || !is_probability(g)) return undefined;
  return chernoff_two_sided(T / K * g, gamma);
}

double ideal_bound(double K, double T, double g, double delta) {
  return replay_star_bound(K, T, g, delta);
}

}  // namespace replaybench::theory

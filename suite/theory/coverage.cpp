#include "suite/theory/coverage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "suite/theory/binomial.hpp"
#include "suite/theory/bounds.hpp"
#include "suite/theory/domain.hpp"

namespace replaybench::theory {
namespace {

/// P(|S/scale - g| > radius) for S ~ Bin(n, p), n >= 1. Rounding is monotone, so the failing S are
/// {0..low} and {high..n}; the guesses for the two limits are corrected with the very predicate.
double two_tails(double n, double p, double scale, double g, double radius) {
  // A mean at the radius itself, except for the roundoff of the three numbers, is within it.
  const auto beyond = [&](double distance, double mean) {
    return distance - radius >
           4 * std::numeric_limits<double>::epsilon() * std::max({g, mean, radius});
  };
  const auto below = [&](double s) { return beyond(g - s / scale, s / scale); };
  const auto above = [&](double s) { return beyond(s / scale - g, s / scale); };
  double low = std::clamp(std::floor((g - radius) * scale), -1.0, n);
  while (low >= 0 && !below(low)) low -= 1;
  while (low < n && below(low + 1)) low += 1;
  double high = std::clamp(std::ceil((g + radius) * scale), 0.0, n + 1);
  while (high <= n && !above(high)) high += 1;
  while (high > 0 && above(high - 1)) high -= 1;
  return binomial_lower_tail(n, low, p) + binomial_upper_tail(n, high, p);
}

bool in_domain(double K, double T, double g, double radius) {
  return is_actions(K) && is_count(T) && is_probability(g) && radius >= 0;
}

}  // namespace

double replay_failure(double K, double T, double g, double radius) {
  if (!in_domain(K, T, g, radius)) return undefined;
  const double p = 1 / K;
  const double q = 1 - p;
  const auto given = [&](double N) {
    return N == 0 ? (g > radius ? 1.0 : 0.0) : two_tails(N, g, N, g, radius);
  };
  const double mode = std::min(T, std::floor((T + 1) * p));
  const double at_mode = binomial_pmf(T, mode, p);
  double sum = at_mode * given(mode);
  // Both walks stop when all the mass further out, at most weight * ratio / (1 - ratio), cannot
  // matter. Few retained records fail most often, so the walk down goes first and lets the walk up
  // stop early.
  const auto negligible = [&](double weight, double ratio) {
    return weight * ratio <= std::max(1e-18 * sum, 1e-300) * (1 - ratio);
  };
  double weight = at_mode;
  for (double N = mode; N > 0;) {
    const double ratio = N / (T - N + 1) * (q / p);
    if (negligible(weight, ratio)) break;
    weight *= ratio;
    N -= 1;
    sum += weight * given(N);
  }
  weight = at_mode;
  for (double N = mode; N < T;) {
    const double ratio = (T - N) / (N + 1) * (p / q);
    if (negligible(weight, ratio)) break;
    weight *= ratio;
    N += 1;
    sum += weight * given(N);
  }
  return sum;
}

double replay_star_failure(double K, double T, double g, double radius) {
  if (!in_domain(K, T, g, radius) || T == 0) return undefined;
  return two_tails(T, g / K, T / K, g, radius);
}

double ideal_failure(double K, double T, double g, double radius) {
  const double n = T / K;
  if (!in_domain(K, T, g, radius) || !is_count(n) || n == 0) return undefined;
  return two_tails(n, g, n, g, radius);
}

double replay_coverage_failure(double K, double T, double g, double delta) {
  return replay_failure(K, T, g, replay_bound(K, T, g, delta));
}

double replay_star_coverage_failure(double K, double T, double g, double delta) {
  return replay_star_failure(K, T, g, replay_star_bound(K, T, g, delta));
}

double li_coverage_failure(double K, double T, double g, double delta) {
  return replay_failure(K, T, g, li_bound(K, T, g, delta));
}

double li_coverage_failure_printed(double K, double T, double g, double delta) {
  return replay_failure(K, T, g, li_bound_printed(K, T, g, delta));
}

double retention_shortfall(double K, double L, double T) {
  if (!is_actions(K) || !is_count(L) || !is_count(T)) return undefined;
  return binomial_lower_tail(L, T - 1, 1 / K);
}

}  // namespace replaybench::theory

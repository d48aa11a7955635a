#include "suite/theory/regret.hpp"

#include "suite/numeric/elementary.hpp"
#include "suite/theory/domain.hpp"

namespace replaybench::theory {
namespace {

/// p ln(p/q), 0 for p = 0.
double divergence_term(double p, double q) {
  if (p == 0) return 0;
  return q == 0 ? std::numeric_limits<double>::infinity() : p * numeric::log(p / q);
}

}  // namespace

double bernoulli_divergence(double p, double q) {
  if (!is_probability(p) || !is_probability(q)) return undefined;
  return divergence_term(p, q) + divergence_term(1 - p, 1 - q);
}

double lai_robbins_slope(double K, double best, double other) {
  if (!is_actions(K) || K < 2 || !is_probability(best) || !is_probability(other) ||
      !(other < best)) {
    return undefined;
  }
  return (K - 1) * (best - other) / bernoulli_divergence(other, best);
}

double ucb1_pulls_bound(double T, double gap) {
  if (!is_positive(T) || T < 1 || !is_probability(gap) || gap == 0) return undefined;
  constexpr double pi_squared_over_3 = 3.28986813369645287;
  return 8 * numeric::log(T) / (gap * gap) + 1 + pi_squared_over_3;
}

}  // namespace replaybench::theory

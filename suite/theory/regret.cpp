#include "suite/theory/regret.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "suite/numeric/elementary.hpp"
#include "suite/theory/domain.hpp"

namespace replaybench::theory {
namespace {

/// p ln(p/q), 0 for p = 0.
double divergence_term(double p, double q) {
  if (p == 0) return 0;
  return q == 0 ? std::numeric_limits<double>::infinity() : p * numeric::log(p / q);
}

struct Arm {
  double a, b, discount;
  std::size_t steps;

  /// Mean after `plays` plays with `successes` rewards.
  double mean(std::size_t plays, std::size_t successes) const {
    return (a + static_cast<double>(successes)) / (a + b + static_cast<double>(plays));
  }
};

/// True if playing the arm at least once is worth more than `payment` in every step. `values` has
/// room for steps + 1 numbers.
bool worth_playing(const Arm& arm, double payment, std::vector<double>& values) {
  const double sure = payment / (1 - arm.discount);
  // The value of a play: the reward, and what is best after it.
  const auto play = [&](std::size_t plays, std::size_t successes) {
    const double p = arm.mean(plays, successes);
    return p * (1 + arm.discount * values[successes + 1]) +
           (1 - p) * arm.discount * values[successes];
  };
  for (std::size_t s = 0; s <= arm.steps; ++s) {
    values[s] = std::max(payment, arm.mean(arm.steps, s)) / (1 - arm.discount);
  }
  for (std::size_t plays = arm.steps - 1; plays > 0; --plays) {
    // Increasing successes: values[s + 1] is still that of plays + 1.
    for (std::size_t s = 0; s <= plays; ++s) values[s] = std::max(sure, play(plays, s));
  }
  return play(0, 0) > sure;
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

double gittins_index(double a, double b, double discount, double steps) {
  if (!is_positive(a) || !is_positive(b) || !is_level(discount) || !is_count(steps) || steps < 1 ||
      steps > 10000) {
    return undefined;
  }
  const Arm arm{a, b, discount, static_cast<std::size_t>(steps)};
  std::vector<double> values(arm.steps + 1);
  double low = arm.mean(0, 0), high = 1;
  for (int halving = 0; halving < 30; ++halving) {
    const double middle = (low + high) / 2;
    (worth_playing(arm, middle, values) ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace replaybench::theory

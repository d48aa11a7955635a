#include "suite/theory/replay.hpp"

#include <array>
#include <cmath>

#include "suite/numeric/elementary.hpp"
#include "suite/theory/binomial.hpp"
#include "suite/theory/domain.hpp"

namespace replaybench::theory {
namespace {

constexpr double max_records = 1e9;

/// q^T for arguments already checked.
double power_of_q(double K, double T) {
  if (T == 0) return 1;
  if (K == 1) return 0;
  return numeric::exp(T * numeric::log1p(-1 / K));
}

/// sum_{i>=1} (1/i) P(Poisson(c) = i), summed outward from the mode.
double poisson_harmonic_term(double c) {
  const double mode = std::fmax(1, std::floor(c));
  const double at_mode = poisson_pmf(c, mode);
  double sum = at_mode / mode;
  double weight = at_mode;
  for (double i = mode; i > 1;) {
    weight *= i / c;
    i -= 1;
    sum += weight / i;
    // Left over: at most (i-1) terms of at most `weight` each, as they fall towards 1.
    if (weight * i <= 1e-18 * sum) break;
  }
  weight = at_mode;
  for (double i = mode;;) {
    const double ratio = c / (i + 1);
    if (weight * ratio <= 1e-18 * sum * (1 - ratio)) break;
    weight *= ratio;
    i += 1;
    sum += weight / i;
  }
  return sum;
}

bool in_domain(double K, double T, double g, double variance) {
  return is_actions(K) && is_non_negative(T) && std::isfinite(g) && is_non_negative(variance);
}

}  // namespace

double bernoulli_variance(double g) { return is_probability(g) ? g * (1 - g) : undefined; }

double empty_probability(double K, double T) {
  return is_actions(K) && is_non_negative(T) ? power_of_q(K, T) : undefined;
}

double replay_bias(double K, double T, double g) {
  if (!in_domain(K, T, g, 0)) return undefined;
  return -g * power_of_q(K, T);
}

double replay_star_bias(double K, double T, double g) {
  return in_domain(K, T, g, 0) && T > 0 ? 0 : undefined;
}

double replay_star_variance(double K, double T, double g, double variance) {
  if (!in_domain(K, T, g, variance) || T == 0) return undefined;
  return (K * variance + (K - 1) * (g * g)) / T;
}

double replay_star_ese(double K, double T, double g, double variance) {
  return replay_star_variance(K, T, g, variance);
}

void HarmonicTerm::step() {
  ++records_;
  some_ += (1 - some_) * share_;
  value_ += some_ / static_cast<double>(records_) - value_ * share_;
}

void HarmonicTerm::advance_to(std::uint64_t T) {
  while (records_ < T) step();
}

double harmonic_term(double K, double T) {
  if (!is_actions(K) || !is_count(T) || T > max_records) return undefined;
  struct Slot {
    double K = 0;
    HarmonicTerm term{1};
  };
  thread_local std::array<Slot, 4> slots;
  thread_local std::size_t oldest = 0;
  const auto records = static_cast<std::uint64_t>(T);
  for (Slot& slot : slots) {
    if (slot.K != K) continue;
    if (slot.term.records() > records) slot.term = HarmonicTerm(K);
    slot.term.advance_to(records);
    return slot.term.value();
  }
  Slot& slot = slots[oldest];
  oldest = (oldest + 1) % slots.size();
  slot = {K, HarmonicTerm(K)};
  slot.term.advance_to(records);
  return slot.term.value();
}

double replay_ese(double K, double T, double g, double variance) {
  if (!in_domain(K, T, g, variance)) return undefined;
  return power_of_q(K, T) * (g * g) + variance * harmonic_term(K, T);
}

double replay_ese_printed(double K, double T, double g, double variance) {
  if (!in_domain(K, T, g, variance)) return undefined;
  return power_of_q(K, T) * g + variance * harmonic_term(K, T);
}

double replay_variance(double K, double T, double g, double variance) {
  if (!in_domain(K, T, g, variance)) return undefined;
  const double empty = power_of_q(K, T);
  const double some = T == 0 ? 0 : K == 1 ? 1 : -numeric::expm1(T * numeric::log1p(-1 / K));
  return variance * harmonic_term(K, T) + (g * g) * empty * some;
}

namespace {

struct CentralMoments {
  double second = 0;
  double third = 0;
  double fourth = 0;
};

// Moments of S / N, with S ~ Bin(N, g) and N ~ Bin(T, 1/K), and 0 if N = 0.
CentralMoments replay_moments(double K, double T, double g) {
  const double v = g * (1 - g);
  const double empty = power_of_q(K, T);
  const double mean = g * (1 - empty);
  const double d = g - mean;
  CentralMoments m{empty * mean * mean, -empty * mean * mean * mean,
                   empty * mean * mean * mean * mean};
  for (double n = 1; n <= T; ++n) {
    const double p = binomial_pmf(T, n, 1 / K);
    if (p == 0) continue;
    const double second = v / n;
    const double third = v * (1 - 2 * g) / (n * n);
    const double fourth = (3 * v * v + v * (1 - 6 * v) / n) / (n * n);
    m.second += p * (second + d * d);
    m.third += p * (third + 3 * d * second + d * d * d);
    m.fourth += p * (fourth + 4 * d * third + 6 * d * d * second + d * d * d * d);
  }
  return m;
}

bool has_moments(double K, double T, double g) {
  return in_domain(K, T, g, g * (1 - g)) && T >= 1 && T <= 1e6 && g > 0 && g < 1;
}

}  // namespace

double replay_skewness(double K, double T, double g) {
  if (!has_moments(K, T, g)) return undefined;
  const CentralMoments m = replay_moments(K, T, g);
  return m.third / (m.second * std::sqrt(m.second));
}

double replay_excess_kurtosis(double K, double T, double g) {
  if (!has_moments(K, T, g)) return undefined;
  const CentralMoments m = replay_moments(K, T, g);
  return m.fourth / (m.second * m.second) - 3;
}

double replay_ese_asymptotic(double K, double T, double variance) {
  if (!in_domain(K, T, 0, variance) || T == 0) return undefined;
  return variance * (K / T) * (1 + (K - 1) / T);
}

double ideal_ese(double K, double T, double variance) {
  if (!in_domain(K, T, 0, variance) || T == 0) return undefined;
  return K * variance / T;
}

double log_ese_ratio(double K, double T, double g, double variance) {
  return numeric::log(replay_star_ese(K, T, g, variance) / replay_ese(K, T, g, variance));
}

double log_ese_ratio_printed(double K, double T, double g, double variance) {
  return numeric::log(replay_star_ese(K, T, g, variance) / replay_ese_printed(K, T, g, variance));
}

double log_ese_ratio_limit(double K, double g, double variance) {
  if (!in_domain(K, 1, g, variance) || variance == 0) return undefined;
  return numeric::log1p((K - 1) / K * (g * g) / variance);
}

double replay_star_ese_many_actions(double c, double g, double variance) {
  if (!is_positive(c) || !std::isfinite(g) || !is_non_negative(variance)) return undefined;
  return (variance + g * g) / c;
}

double replay_ese_many_actions(double c, double g, double variance) {
  if (!is_positive(c) || c > max_records) return undefined;
  if (!std::isfinite(g) || !is_non_negative(variance)) return undefined;
  return numeric::exp(-c) * (g * g) + variance * poisson_harmonic_term(c);
}

double log_ese_ratio_many_actions(double c, double g, double variance) {
  return numeric::log(replay_star_ese_many_actions(c, g, variance) /
                      replay_ese_many_actions(c, g, variance));
}

double replay_better_from(double K, double g) {
  return is_actions(K) && is_probability(g) && g > 0 ? K * (1 - g) / g : undefined;
}

double necessary_data(double K, double p, double epsilon) {
  if (!is_actions(K) || !is_probability(p) || p == 0 || !is_positive(epsilon)) return undefined;
  return (K - p) / (epsilon * epsilon * p);
}

double necessary_data_printed(double K, double p, double epsilon) {
  if (!is_actions(K) || !is_probability(p) || p == 0 || !is_positive(epsilon)) return undefined;
  return K / (epsilon * epsilon * p);
}

double data_for_retained(double K, double T, double delta) {
  if (!is_actions(K) || !is_non_negative(T) || !(delta > 0 && delta <= 1)) return undefined;
  return 2 * K * (T - numeric::log(delta));
}

}  // namespace replaybench::theory

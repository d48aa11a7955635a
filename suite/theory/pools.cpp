#include "suite/theory/pools.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "suite/theory/binomial.hpp"
#include "suite/theory/domain.hpp"
#include "suite/theory/replay.hpp"

namespace replaybench::theory {
namespace {

bool in_domain(const PoolSegment& s) {
  return is_actions(s.actions) && is_positive(s.records) && std::isfinite(s.reward) &&
         is_non_negative(s.variance);
}

bool in_domain(std::span<const PoolSegment> segments) {
  return !segments.empty() && std::all_of(segments.begin(), segments.end(),
                                          [](const PoolSegment& s) { return in_domain(s); });
}

double total_records(std::span<const PoolSegment> segments) {
  double total = 0;
  for (const PoolSegment& s : segments) total += s.records;
  return total;
}

/// The values of Bin(n, p) that carry all but about 1e-20 of the mass.
struct Window {
  double first = 0;
  std::vector<double> weights;
};

Window window(double n, double p) {
  const double mode = std::min(n, std::floor((n + 1) * p));
  const double at_mode = binomial_pmf(n, mode, p);
  Window result{mode, {at_mode}};
  double weight = at_mode;
  while (result.first > 0) {
    weight *= result.first / (n - result.first + 1) * ((1 - p) / p);
    if (weight < 1e-22) break;
    result.first -= 1;
    result.weights.push_back(weight);
  }
  std::reverse(result.weights.begin(), result.weights.end());
  weight = at_mode;
  for (double k = mode; k < n; k += 1) {
    weight *= (n - k) / (k + 1) * (p / (1 - p));
    if (weight < 1e-22) break;
    result.weights.push_back(weight);
  }
  return result;
}

/// E[(w1 S1 + w2 S2)/(w1 N1 + w2 N2)] - target; given N1, N2 the numerator's mean is w1 N1 g1 + w2
/// N2 g2.
double weighted_bias(const PoolSegment& first, const PoolSegment& second, double w1, double w2) {
  if (!in_domain(first) || !in_domain(second)) return undefined;
  if (!is_count(first.records) || !is_count(second.records)) return undefined;
  const Window one = window(first.records, 1 / first.actions);
  const Window two = window(second.records, 1 / second.actions);
  const PoolSegment both[] = {first, second};
  const double target = pool_target(both);
  double sum = 0;
  for (std::size_t i = 0; i < one.weights.size(); ++i) {
    const double m1 = w1 * (one.first + static_cast<double>(i));
    double inner = 0;
    for (std::size_t j = 0; j < two.weights.size(); ++j) {
      const double m2 = w2 * (two.first + static_cast<double>(j));
      const double mass = m1 + m2;
      const double estimate = mass == 0 ? 0 : (m1 * first.reward + m2 * second.reward) / mass;
      inner += two.weights[j] * (estimate - target);
    }
    sum += one.weights[i] * inner;
  }
  return sum;
}

}  // namespace

double pool_target(std::span<const PoolSegment> segments) {
  if (!in_domain(segments)) return undefined;
  double sum = 0;
  for (const PoolSegment& s : segments) sum += s.records * s.reward;
  return sum / total_records(segments);
}

double pool_naive_limit(std::span<const PoolSegment> segments) {
  if (!in_domain(segments)) return undefined;
  double rewards = 0;
  double retained = 0;
  for (const PoolSegment& s : segments) {
    rewards += s.records / s.actions * s.reward;
    retained += s.records / s.actions;
  }
  return rewards / retained;
}

double pool_separate_bias(std::span<const PoolSegment> segments) {
  if (!in_domain(segments)) return undefined;
  double sum = 0;
  for (const PoolSegment& s : segments) {
    sum += s.records * replay_bias(s.actions, s.records, s.reward);
  }
  return sum / total_records(segments);
}

double pool_separate_ese(std::span<const PoolSegment> segments) {
  if (!in_domain(segments)) return undefined;
  const double total = total_records(segments);
  double sum = 0;
  for (const PoolSegment& s : segments) {
    const double share = s.records / total;
    sum += share * share * replay_variance(s.actions, s.records, s.reward, s.variance);
  }
  const double bias = pool_separate_bias(segments);
  return sum + bias * bias;
}

double pool_star_ese(std::span<const PoolSegment> segments) {
  if (!in_domain(segments)) return undefined;
  const double total = total_records(segments);
  double sum = 0;
  for (const PoolSegment& s : segments) {
    sum += s.records * (s.actions * s.variance + (s.actions - 1) * (s.reward * s.reward));
  }
  return sum / (total * total);
}

double pool_single_pass_bias(std::span<const PoolSegment> segments) {
  if (!in_domain(segments)) return undefined;
  const double target = pool_target(segments);
  const double total = total_records(segments);
  double sum = 0;
  for (const PoolSegment& s : segments) {
    sum += s.records * (s.actions - 1) * (target - s.reward);
  }
  return sum / (total * total);
}

double pool_single_pass_bias_exact(const PoolSegment& first, const PoolSegment& second) {
  return weighted_bias(first, second, first.actions, second.actions);
}

double pool_naive_bias_exact(const PoolSegment& first, const PoolSegment& second) {
  return weighted_bias(first, second, 1, 1);
}

double initialisation_cost(std::span<const double> logging_probabilities) {
  if (logging_probabilities.empty()) return undefined;
  double sum = 0;
  for (const double p : logging_probabilities) {
    if (!(p > 0 && p <= 1)) return undefined;
    sum += 1 / p;
  }
  return sum;
}

double initialisation_cost_uniform(double K) { return is_actions(K) ? K * K : undefined; }

double initialisation_cost_greedy(double K, double p) {
  if (!is_actions(K) || K < 2 || !is_level(p)) return undefined;
  return 1 / p + (K - 1) * (K - 1) / (1 - p);
}

double in_turns_first_context(double rho) {
  if (!(rho >= 0 && rho <= 1)) return undefined;
  return rho / (1 - rho * (1 - rho));
}

namespace theorem10 {
namespace {

constexpr double log1 = 0.1;  // probability that the logger plays action 1 ...
constexpr double log2 = 0.9;  // ... and action 2
constexpr double pair_wait = 1 / log1 + 1 / log2;
constexpr double random_wait = 1 / (0.5 * log1 + 0.5 * log2);
constexpr double random_wait_printed = 1 / (0.5 * log1 * log1 + 0.5 * log2 * log2);

// An accepted uniformly random step has action 1 with probability log1: both actions are wanted
// equally often.
constexpr double count1 = 1 + log1;
constexpr double count2 = 1 + log2;

double cycle_reward(double w1, double w2) { return count1 * w1 + 2 * count2 * w2; }

double cycle_line(double w2, double wait) {
  return (truth * (pair_wait + wait) - 2 * count2 * w2) / count1;
}

}  // namespace

double static_star(double w1, double w2, double pi1) {
  if (!is_probability(pi1)) return undefined;
  return log1 * w1 * pi1 + 2 * log2 * w2 * (1 - pi1);
}

double static_replay(double w1, double w2, double pi1) {
  return static_star(w1, w2, pi1) / (log1 * w1 * pi1 + log2 * w2 * (1 - pi1));
}

double alternating_replay(double w1, double w2) { return (w1 + 2 * w2) / (w1 + w2); }
double alternating_star(double w1, double w2) { return (w1 + 2 * w2) / pair_wait; }

double cycle_replay(double w1, double w2) {
  return cycle_reward(w1, w2) / (count1 * w1 + count2 * w2);
}
double cycle_star(double w1, double w2) { return cycle_reward(w1, w2) / (pair_wait + random_wait); }
double cycle_star_printed(double w1, double w2) {
  return cycle_reward(w1, w2) / (pair_wait + random_wait_printed);
}

// (log1 w1 + 2 log2 w2) = truth (log1 w1 + log2 w2)
double uniform_replay_line(double w2) { return (2 - truth) * log2 * w2 / ((truth - 1) * log1); }
double uniform_star_line(double w2) { return (truth - log2 * w2) / (0.5 * log1); }
double alternating_replay_line(double w2) { return (2 - truth) / (truth - 1) * w2; }
double alternating_star_line(double w2) { return truth * pair_wait - 2 * w2; }
double cycle_replay_line(double w2) { return (2 - truth) * count2 / ((truth - 1) * count1) * w2; }
double cycle_star_line(double w2) { return cycle_line(w2, random_wait); }
double cycle_star_line_printed(double w2) { return cycle_line(w2, random_wait_printed); }

}  // namespace theorem10

}  // namespace replaybench::theory

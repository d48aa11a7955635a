#include "suite/theory/logging_policy.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "suite/theory/domain.hpp"
#include "suite/theory/information.hpp"

namespace replaybench::theory {
namespace {

bool in_domain(std::span<const double> evaluated, std::span<const double> square) {
  return evaluated.size() == square.size() && !evaluated.empty() &&
         std::all_of(evaluated.begin(), evaluated.end(), is_probability) &&
         std::all_of(square.begin(), square.end(), is_non_negative);
}

/// sqrt(c_a).
double root(double evaluated, double square, StarEstimator estimator) {
  return estimator == StarEstimator::red_star ? evaluated * std::sqrt(square)
                                              : std::sqrt(evaluated * square);
}

double sum_of_roots(std::span<const double> evaluated, std::span<const double> square,
                    StarEstimator estimator) {
  double sum = 0;
  for (std::size_t a = 0; a < evaluated.size(); ++a) {
    sum += root(evaluated[a], square[a], estimator);
  }
  return sum;
}

double best_logging(double p, double mu1, double mu2, StarEstimator estimator) {
  const std::array<double, 2> evaluated{p, 1 - p};
  const std::array<double, 2> square{mu1, mu2};
  std::array<double, 2> logging{};
  minimum_variance_logging(evaluated, square, estimator, logging);
  return logging[0];
}

double least_variance(double p, double mu1, double mu2, StarEstimator estimator) {
  const std::array<double, 2> evaluated{p, 1 - p};
  const std::array<double, 2> square{mu1, mu2};
  const double g = p * mu1 + (1 - p) * mu2;
  return min_second_moment(evaluated, square, estimator) - g * g;
}

}  // namespace

void minimum_variance_logging(std::span<const double> evaluated, std::span<const double> square,
                              StarEstimator estimator, std::span<double> logging) {
  if (!in_domain(evaluated, square) || logging.size() != evaluated.size()) {
    std::fill(logging.begin(), logging.end(), undefined);
    return;
  }
  const double sum = sum_of_roots(evaluated, square, estimator);
  for (std::size_t a = 0; a < evaluated.size(); ++a) {
    logging[a] = sum > 0 ? root(evaluated[a], square[a], estimator) / sum : evaluated[a];
  }
}

void minimum_variance_logging_earning(std::span<const double> evaluated,
                                      std::span<const double> square, std::span<const double> mean,
                                      double reward, StarEstimator estimator,
                                      std::span<double> logging) {
  bool valid = in_domain(evaluated, square) && mean.size() == evaluated.size() &&
               logging.size() == evaluated.size();
  double best = -std::numeric_limits<double>::infinity();
  for (std::size_t a = 0; valid && a < mean.size(); ++a) {
    valid = std::isfinite(mean[a]);
    if (evaluated[a] * square[a] > 0) best = std::max(best, mean[a]);
  }
  if (!valid || !(reward < best)) {
    std::fill(logging.begin(), logging.end(), undefined);
    return;
  }
  // An action that gets nothing has a gap of 0 instead of its own, which may be negative.
  std::vector<double> roots(mean.size());
  std::vector<double> gaps(mean.size());
  for (std::size_t a = 0; a < mean.size(); ++a) {
    roots[a] = root(evaluated[a], square[a], estimator);
    gaps[a] = roots[a] > 0 ? best - mean[a] : 0;
  }
  // Reward of the policy of multiplier k, increasing in k; the policy times `sum` is left in
  // `logging`.
  double sum = 0;
  const auto earns = [&](double k) {
    for (std::size_t a = 0; a < roots.size(); ++a) {
      logging[a] = roots[a] / std::sqrt(1 + k * gaps[a]);
    }
    sum = 0;
    double earned = 0;
    for (std::size_t a = 0; a < roots.size(); ++a) {
      sum += logging[a];
      earned += logging[a] * mean[a];
    }
    return earned / sum;
  };
  const auto divide = [&] {
    for (double& p : logging) p /= sum;
  };
  if (earns(0) >= reward) return divide();
  double low = 0;
  double high = 1;
  while (std::isfinite(high) && earns(high) < reward) {
    low = high;
    high *= 2;
  }
  for (double middle = low + (high - low) / 2; low < middle && middle < high;
       middle = low + (high - low) / 2) {
    (earns(middle) < reward ? low : high) = middle;
  }
  earns(high);
  divide();
}

double min_second_moment(std::span<const double> evaluated, std::span<const double> square,
                         StarEstimator estimator) {
  if (!in_domain(evaluated, square)) return undefined;
  const double sum = sum_of_roots(evaluated, square, estimator);
  return sum * sum;
}

double theorem21_printed(double a, double b) {
  if (!is_positive(a) || !is_positive(b)) return undefined;
  const double c = b / a;
  return a == b ? 0.5 : (1 - std::sqrt(c)) / (1 - c);
}

double theorem21_logging(double a, double b) {
  if (!is_non_negative(a) || !is_non_negative(b) || a + b == 0) return undefined;
  return std::sqrt(a) / (std::sqrt(a) + std::sqrt(b));
}

double two_action_variance(double p, double mu1, double mu2) {
  return policy_variance(two_action_cells(p, 0.5, mu1, mu2));
}

double two_action_red_star_variance(double p, double q, double mu1, double mu2) {
  return red_star_record_variance(two_action_cells(p, q, mu1, mu2));
}

double two_action_replay_star_variance(double p, double q, double mu1, double mu2) {
  return replay_star_record_variance(two_action_cells(p, q, mu1, mu2));
}

double two_action_gamma_plus(double p, double q, double mu1, double mu2) {
  return gamma_plus(two_action_cells(p, q, mu1, mu2));
}

double two_action_gamma_star(double p, double q, double mu1, double mu2) {
  return gamma_star(two_action_cells(p, q, mu1, mu2));
}

double two_action_red_bias(double p, double q, double mu1, double mu2) {
  return red_bias_per_record(two_action_cells(p, q, mu1, mu2));
}

double two_action_best_logging_red_star(double p, double mu1, double mu2) {
  return best_logging(p, mu1, mu2, StarEstimator::red_star);
}

double two_action_best_logging_replay_star(double p, double mu1, double mu2) {
  return best_logging(p, mu1, mu2, StarEstimator::replay_star);
}

double two_action_least_variance_red_star(double p, double mu1, double mu2) {
  return least_variance(p, mu1, mu2, StarEstimator::red_star);
}

double two_action_least_variance_replay_star(double p, double mu1, double mu2) {
  return least_variance(p, mu1, mu2, StarEstimator::replay_star);
}

double epsilon_optimal_mean(double K, double epsilon, double g_best, double g_random) {
  return policy_mean(epsilon_optimal_cells(K, epsilon, g_best, g_random));
}

double epsilon_optimal_gamma_plus(double K, double epsilon, double g_best, double g_random) {
  return gamma_plus(epsilon_optimal_cells(K, epsilon, g_best, g_random));
}

double epsilon_optimal_gamma_star(double K, double epsilon, double g_best, double g_random) {
  return gamma_star(epsilon_optimal_cells(K, epsilon, g_best, g_random));
}

double epsilon_optimal_gamma_replay_star(double K, double epsilon, double g_best, double g_random) {
  return gamma_replay_star(epsilon_optimal_cells(K, epsilon, g_best, g_random));
}

double epsilon_optimal_red_bias(double K, double epsilon, double g_best, double g_random) {
  return red_bias_per_record(epsilon_optimal_cells(K, epsilon, g_best, g_random));
}

double epsilon_optimal_dispersion(double K, double epsilon, double g_best, double g_random) {
  return acceptance_dispersion(epsilon_optimal_cells(K, epsilon, g_best, g_random));
}

double epsilon_optimal_moment(double K, double epsilon, double g_best, double g_random,
                              double order) {
  return weighted_reward_moment(epsilon_optimal_cells(K, epsilon, g_best, g_random), order);
}

double epsilon_optimal_least_gamma_plus(double K, double epsilon, double g_best, double g_random) {
  const auto cells = epsilon_optimal_cells(K, epsilon, g_best, g_random);
  const double variance = policy_variance(cells);
  if (!(variance > 0)) return undefined;
  // Equal actions get equal probabilities, and sum_a p_pi(a) sqrt(E[r^2]) adds theirs up.
  const std::array<double, 2> evaluated{cells[0].evaluated, cells[1].actions * cells[1].evaluated};
  const std::array<double, 2> square{cells[0].square, cells[1].square};
  const double g = policy_mean(cells);
  return (min_second_moment(evaluated, square, StarEstimator::red_star) - g * g) / variance;
}

double exploration_reward(double epsilon, double best, double random) {
  if (!is_probability(epsilon) || !std::isfinite(best) || !std::isfinite(random)) return undefined;
  return (1 - epsilon) * best + epsilon * random;
}

}  // namespace replaybench::theory

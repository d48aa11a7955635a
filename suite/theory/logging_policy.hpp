#pragma once
// The logging policy under which an evaluation has the least variance (theorem 21, section 5.8.3,
// p. 177, proof G.5), for any number of actions and contexts, which the thesis leaves open
// (section 5.8.3, p. 177).
//
// In one context the variance of one record is, except for what does not depend on the logging policy,
// sum_a c_a / p_LOG(a) with c_a = p_pi(a)^2 E[r^2] for RED*_inf and p_pi(a) E[r^2] for replay*:
// convex on the simplex, as a sum of convex functions. By the Cauchy-Schwarz inequality
// (sum_a sqrt(c_a))^2 <= (sum_a c_a / p_LOG(a)) (sum_a p_LOG(a)), with equality for
// p_LOG(a) proportional to sqrt(c_a). Contexts are apart from each other: p(x) is not the
// experimenter's.
//
// Theorem 21 writes a, b for c_1, c_2; it has E[r] where it needs E[r^2], which is the same for
// Bernoulli rewards only (erratum B14, suite/theory/README.md).

#include <span>

namespace replaybench::theory {

enum class StarEstimator { red_star, replay_star };

/// The logging policy of least variance in one context: probabilities in `logging`, one per action,
/// sum 1. `evaluated` is p(pi = a), `square` E[r^2 | a]. Where every c_a is 0 it is `evaluated`.
/// All NaN outside the domain (evaluated in [0, 1], square >= 0, equal sizes). O(actions).
void minimum_variance_logging(std::span<const double> evaluated, std::span<const double> square,
                              StarEstimator estimator, std::span<double> logging);

/// minimum_variance_logging among the logging policies that earn at least `reward` in this context (sections 5.8.2,
/// p. 171, and 5.8.3, p. 177: a randomisation may cost only so much); `mean` is E[r | a]. By the
/// multipliers of Lagrange p_LOG(a) is proportional to sqrt(c_a / (1 + k (m - mean_a))), m the
/// largest mean of an action with c_a > 0: one number k >= 0, 0 if the constraint does not bind,
/// found by bisection to the last bits. Actions with c_a = 0 are never logged, however good. All
/// NaN if `reward` is not below m. O(1000 actions).
void minimum_variance_logging_earning(std::span<const double> evaluated,
                                      std::span<const double> square, std::span<const double> mean,
                                      double reward, StarEstimator estimator,
                                      std::span<double> logging);

/// The least possible sum_a c_a / p_LOG(a) of one context: (sum_a sqrt(c_a))^2. Over contexts the
/// least record variance is sum_x p(x) of these, minus g^2. NaN outside the domain.
double min_second_moment(std::span<const double> evaluated, std::span<const double> square,
                         StarEstimator estimator);

/// Theorem 21 as printed: 1/2 if a = b, otherwise (1 - sqrt(c)) / (1 - c), c = b/a. a, b > 0.
double theorem21_printed(double a, double b);
/// Theorem 21 without a special case: sqrt(a) / (sqrt(a) + sqrt(b)). a, b >= 0, not both 0.
double theorem21_logging(double a, double b);

// Section 5.8.3 (p. 177): two actions, Bernoulli means mu1 and mu2, p = p(pi = 1), q = p(pi_LOG =
// 1); the variances are those of one record, as figure 5.9 has them.
double two_action_variance(double p, double mu1, double mu2);
double two_action_red_star_variance(double p, double q, double mu1, double mu2);
double two_action_replay_star_variance(double p, double q, double mu1, double mu2);
double two_action_gamma_plus(double p, double q, double mu1, double mu2);
double two_action_gamma_star(double p, double q, double mu1, double mu2);
double two_action_red_bias(double p, double q, double mu1, double mu2);
/// p(pi_LOG = 1) of least variance (figure 5.9c), and that variance.
double two_action_best_logging_red_star(double p, double mu1, double mu2);
double two_action_best_logging_replay_star(double p, double mu1, double mu2);
double two_action_least_variance_red_star(double p, double mu1, double mu2);
double two_action_least_variance_replay_star(double p, double mu1, double mu2);

// The epsilon-optimal policy on uniform logging (information.hpp), and what the best logging policy
// would give for it.
double epsilon_optimal_mean(double K, double epsilon, double g_best, double g_random);
double epsilon_optimal_gamma_plus(double K, double epsilon, double g_best, double g_random);
double epsilon_optimal_gamma_star(double K, double epsilon, double g_best, double g_random);
double epsilon_optimal_gamma_replay_star(double K, double epsilon, double g_best, double g_random);
/// T times the bias of RED_inf.
double epsilon_optimal_red_bias(double K, double epsilon, double g_best, double g_random);
double epsilon_optimal_dispersion(double K, double epsilon, double g_best, double g_random);
double epsilon_optimal_moment(double K, double epsilon, double g_best, double g_random,
                              double order);
/// Gamma+ under the best logging policy. The other actions are taken to be equally good.
double epsilon_optimal_least_gamma_plus(double K, double epsilon, double g_best, double g_random);

/// (1 - epsilon) best + epsilon random: what a randomised policy earns (section 5.8.1, p. 169).
double exploration_reward(double epsilon, double best, double random);

}  // namespace replaybench::theory

#pragma once
// Replay if the pool of actions changes (thesis, section 3.7.2, p. 97), what a UCB
// initialisation costs (section 3.6.1, p. 89), and the environments of theorem 10 (section 3.6.3,
// p. 92).
//
// The log is cut into segments with a fixed pool each. In segment i: K_i actions, T_i records, g_i
// the expected reward of the (static) policy there, Var_i its variance; T = sum T_i; logging is
// uniform over the pool. NaN outside the domain (K_i >= 1, T_i > 0, Var_i >= 0, at least one
// segment); nothing is thrown.

#include <span>

namespace replaybench::theory {

struct PoolSegment {
  double actions = 1;   ///< K_i
  double records = 0;   ///< T_i
  double reward = 0;    ///< g_i
  double variance = 0;  ///< Var_i; used by the ESE functions only
};

/// The quantity to estimate: sum T_i g_i / T.
double pool_target(std::span<const PoolSegment> segments);

/// Limit of naive replay: sum (T_i/K_i) g_i / sum (T_i/K_i) (section 3.7.2, p. 97); not the
/// target, for any T.
double pool_naive_limit(std::span<const PoolSegment> segments);

/// Bias of the separate form sum T_i replay(S_i) / T: -sum T_i g_i q_i^{T_i} / T, exponentially
/// small.
double pool_separate_bias(std::span<const PoolSegment> segments);

/// ESE of the separate form: sum (T_i/T)^2 Var(replay(S_i)) + bias^2. Cost of harmonic_term for
/// each segment.
double pool_separate_ese(std::span<const PoolSegment> segments);

/// ESE (= variance) of replay* in either form, they are the same: sum T_i (K_i Var_i + (K_i-1)
/// g_i^2) / T^2.
double pool_star_ese(std::span<const PoolSegment> segments);

/// Leading term of the bias of single-pass corrected replay, A/B with A = sum K_i S_i, B = sum K_i
/// N_i (section 3.7.2, p. 97). The delta method gives E[A/B] - a/b = -Cov(A,B)/b^2 + a Var(B)/b^3 +
/// O(T^-2) with a = sum T_i g_i, b = T, Var(B) = sum T_i (K_i-1) and Cov(A,B) = sum T_i (K_i-1)
/// g_i, hence
///   bias = sum T_i (K_i-1) (target - g_i) / T^2 + O(T^-2).
/// The thesis does not mention it (erratum A15, suite/theory/README.md).
double pool_single_pass_bias(std::span<const PoolSegment> segments);

/// Exact E[single-pass corrected replay] - target for two segments (integer T_i), 0 when nothing is
/// retained. O(sqrt(T_1 T_2)) up to logarithms.
double pool_single_pass_bias_exact(const PoolSegment& first, const PoolSegment& second);

/// Exact E[naive replay] - target for two segments, same conventions.
double pool_naive_bias_exact(const PoolSegment& first, const PoolSegment& second);

/// Logged records until a policy that waits for each action in turn has had all, by action
/// probabilities of the logger: sum 1/p_a (all in (0, 1]).
double initialisation_cost(std::span<const double> logging_probabilities);

/// initialisation_cost for a uniform logging policy: K^2.
double initialisation_cost_uniform(double K);

/// initialisation_cost for pi_epsilon, which plays one action with probability p and each other with
/// (1-p)/(K-1): 1/p + (K-1)^2/(1-p). K >= 2, p in (0, 1).
double initialisation_cost_greedy(double K, double p);

/// A logger that plays its two actions in turns (section 3.6.1, p. 89), a policy that plays action x
/// in context x, two contexts, the first with probability `rho`: probability that the first record
/// that replay accepts has the first context. In the world, and under a uniform logger, it is
/// `rho`; here rho / (1 - rho (1 - rho)), because the first record can only be accepted in it.
double in_turns_first_context(double rho);

/// Theorem 10: one context, deterministic rewards r_1 = 1, r_2 = 2, logger (0.1, 0.9); limits of
/// the estimates for an infinite log whose records weigh w1 or w2 by action. True average
/// rewards: 1.5 for all three policies.
namespace theorem10 {

inline constexpr double truth = 1.5;

/// Static policy playing action 1 with probability pi1.
double static_replay(double w1, double w2, double pi1);
double static_star(double w1, double w2, double pi1);

/// A_a plays 1, 2, 1, 2, ...: 10 + 10/9 records a cycle.
double alternating_replay(double w1, double w2);
double alternating_star(double w1, double w2);

/// A_b plays 1, then 2, then a uniformly random action, drawn again at each record: 10 + 10/9 + 2
/// records a cycle.
double cycle_replay(double w1, double w2);
double cycle_star(double w1, double w2);
/// With the thesis's 1/0.41 records for the random step (erratum A6, suite/theory/README.md).
double cycle_star_printed(double w1, double w2);

/// Figure 3.6: the w1 that makes the estimate unbiased, for a w2; pi_u is the static policy with
/// pi1 = 1/2.
double uniform_replay_line(double w2);
double uniform_star_line(double w2);
double alternating_replay_line(double w2);
double alternating_star_line(double w2);
double cycle_replay_line(double w2);
double cycle_star_line(double w2);
double cycle_star_line_printed(double w2);

}  // namespace theorem10

}  // namespace replaybench::theory

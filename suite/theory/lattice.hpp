#pragma once
// Rate of the bootstrap for a mean of lattice variables, such as Bernoulli rewards: not the rate
// that theorems 14 to 16 state "uniformly on x" (erratum B3, suite/theory/README.md).
//
// The distribution of a mean of T Bernoulli variables jumps by about 1 / (sqrt(2 pi) sigma
// sqrt(T)); so does the bootstrap's, but at other places. Between two places the two distributions
// differ by a whole jump: their largest distance is that jump, O(1/sqrt(T)), Studentized or not,
// for any order of the Edgeworth terms that agree (Singh 1981). Here exactly, without Monte
// Carlo: both distributions are binomial.

namespace replaybench::theory {

/// span / (sqrt(2 pi) sigma): the largest jump of the distribution of a mean times sqrt(T), for a
/// lattice of that span (1 for Bernoulli, K max p_pi for RED*_inf with two values, ...).
double lattice_constant(double sigma, double span);

/// E over the data set of sup_x |P*(eps*_T <= x) - P(eps_T <= x)|, Studentized, T Bernoulli rewards
/// of mean g. T an integer >= 2, g in (0, 1). A data set of equal rewards, whose bootstrap
/// distribution is not defined, counts 1. O(T) pairs of binomial probabilities; 0.1 s at T = 4,000.
double bernoulli_bootstrap_error(double T, double g);

/// sup_x |Phi(x) - P(eps_T <= x)|: the same of the normal approximation. O(sqrt(T)).
double bernoulli_normal_error(double T, double g);
/// Limit of sqrt(T) times this error: (1/2 + |1-2g|/6) / (sqrt(2 pi) sigma): half a jump, and the
/// term p1 at x = 0. Derived.
double bernoulli_normal_constant(double g);

}  // namespace replaybench::theory

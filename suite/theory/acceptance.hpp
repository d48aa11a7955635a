#pragma once
// Number of records of a bootstrap resample that replay accepts (thesis algorithm 12, section 5.4,
// p. 130, appendix G.1, p. 281, section 5.7.5, p. 154), uniform logging.
//
// T^(b) is the number of accepted ones of K T draws with replacement from the same T records. Given
// the data set S it is Bin(K T, q_S), q_S the mean probability that pi agrees with a record. The
// proof of theorem 13 takes q_S for 1/K. That is right for the uniform policy; a deterministic one
// has K T q_S = K T_pi, with T_pi ~ Bin(T, 1/K), and the data set's part of the variance is K - 1
// times the resampling's.
//
// K and T are integers >= 1 if a distribution is asked for exactly; NaN outside the domain.

namespace replaybench::theory {

/// Var(T^(b)) over data sets and resamples: T (1 - 1/K) + (T - 1/K) dispersion, the dispersion as
/// in information.hpp: 0 for the uniform policy, K - 1 for a deterministic one.
double accepted_variance(double K, double T, double dispersion);

/// P(|T^(b) - T| >= gamma T), exact, for the uniform policy: Bin(K T, 1/K). O(sqrt(T)).
double accepted_failure_uniform(double K, double T, double gamma);
/// P(|T^(b) - T| >= gamma T), exact, for a deterministic policy. O(T / sqrt(K)).
double accepted_failure_deterministic(double K, double T, double gamma);
/// G.1's bound of this probability, exp(-T gamma^2/3): lacks the factor 2 of two tails (erratum B6,
/// suite/theory/README.md; it is not seen to fail for that), and the data set.
double accepted_failure_printed(double T, double gamma);
/// G.1's gamma_1 = sqrt(3 ln(4/delta) / T), which is to hold except with probability delta/2.
double accepted_gamma_printed(double T, double delta);
/// One that does hold except with probability delta/2, for every policy, where it is a number: the product of a
/// Chernoff bound for q_S (sqrt(3 K ln(8/delta) / T)) and one for the resampling. NaN if the
/// first is not below 1. Derived.
double accepted_gamma(double K, double T, double delta);
/// G.1's bound of |G/T^(b) - g|: (gamma_1 + gamma_2) g / (1 - gamma_1). NaN for gamma_1 >= 1.
double theorem13_bound_printed(double T, double g, double delta);

/// P(no draw of B resamples is accepted), uniform policy: a^(K T B), a = (K-1)/K.
double no_acceptance_uniform(double K, double T, double B);
/// P(no draw of B resamples is accepted), deterministic policy, exact: E[(1 - T_pi/T)^(K T B)] >= a^T, for every B
/// (erratum B4, suite/theory/README.md). O(T).
double no_acceptance_deterministic(double K, double T, double B);
/// Algorithm 12's printed value (section 5.3.2, p. 126) for the pooled estimate: a^(T B).
double no_acceptance_printed(double K, double T, double B);

/// P(gamma* > 0), section 5.7.5 (p. 154), for two contexts of which the first has probability `p`
/// and the policy may play n1 (n2) actions there. As printed, with the power T inside the
/// expectation over contexts: 1 - sum p(x) (1 - n_x/K)^T.
double information_probability_printed(double K, double T, double p, double n1, double n2);
/// Corrected (erratum B7, suite/theory/README.md): 1 - (1 - sum p(x) n_x/K)^T.
double information_probability(double K, double T, double p, double n1, double n2);

/// Draws that R-BRED (algorithm 15) needs on average for T' accepted ones: K T' for the uniform
/// policy ...
double r_bred_draws_uniform(double K, double T_prime);
/// ... and T' T E[1/T_pi | T_pi > 0] for a deterministic one. With T_pi = 0 it never ends
/// (erratum B11, suite/theory/README.md).
double r_bred_draws_deterministic(double K, double T, double T_prime);

}  // namespace replaybench::theory

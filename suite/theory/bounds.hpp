#pragma once
// Concentration bounds of replay and replay* for a static policy and Bernoulli rewards (thesis
// section 3.4, p. 75, appendices F.3, p. 273, and F.4, p. 275).
//
// Symbols as in replay.hpp; g in [0, 1]; delta in (0, 1) is the probability that the bound may
// fail. Write l2 = ln(2/delta), l4 = ln(4/delta). A bound has two thresholds in T: from
// `..._defined_from` on it is a number, from
// `..._valid_from` on its proof holds (the Chernoff bound 2 exp(-mu gamma^2/3) needs gamma <= 1,
// which the thesis does not say: erratum A5, suite/theory/README.md). Between the two the bound is
// a number but may fail more often than delta.
//
// NaN if a formula is not defined; nothing is thrown; all O(1).

namespace replaybench::theory {

/// Lemma 2 (appendix F.3, p. 273): X ~ Bin(n, p), P(X < (1-gamma) mean) <= exp(-gamma^2 mean/2),
/// mean = n p >= 0, gamma in (0, 1).
double chernoff_lower_tail(double mean, double gamma);

/// Inside F.3 and F.4: P(|X - mean| >= gamma mean) <= 2 exp(-gamma^2 mean/3), gamma in (0, 1]; the
/// formula can exceed 1.
double chernoff_two_sided(double mean, double gamma);

/// Li's bound as the thesis prints it (section 3.5.3, p. 78): sqrt((g^2+g) 3K l4) / (sqrt(T) -
/// sqrt(3K l4)). Not proved (erratum A2, suite/theory/README.md).
double li_bound_printed(double K, double T, double g, double delta);

/// li_bound_printed, decomposed (section 3.5.3, p. 78, with the missing T of erratum A3,
/// suite/theory/README.md): sqrt((g^2+g) 3K l4/T) + 3K l4 sqrt(g^2+g)/(T - sqrt(3KT l4)).
double li_bound_printed_decomposed(double K, double T, double g, double delta);

/// Li's bound as Li et al. 2011 prove it: (g + sqrt(g)) sqrt(3K l4) / (sqrt(T) - sqrt(3K l4)).
double li_bound(double K, double T, double g, double delta);

/// Both forms are numbers for T above 3K l4.
double li_bound_defined_from(double K, double delta);

/// Li's proof holds from T = 3K l4/g on (gamma_1 and gamma_2 at most 1); infinite for g = 0.
double li_bound_valid_from(double K, double g, double delta);

/// (T - sqrt(2KT l2))/K: the number of retained records is below this with probability at most
/// delta/2 (Lemma 2). Needs T > 2K l2.
double retained_lower_bound(double K, double T, double delta);

/// Theorem 5 (section 3.5.3, p. 78): sqrt(3K g l4 / (T - sqrt(2KT l2))).
double replay_bound(double K, double T, double g, double delta);

/// Its leading term sqrt(3K g l4 / T).
double replay_bound_leading(double K, double T, double g, double delta);

/// The upper bound of theorem 5's bound in appendix F.3 (p. 273): leading term + O(sqrt(g) (K
/// ln(1/delta)/T)^{3/4}).
double replay_bound_decomposed(double K, double T, double g, double delta);

/// Theorem 5's bound is a number for T above 2K l2.
double replay_bound_defined_from(double K, double delta);

/// Its proof holds where lambda = sqrt(3 l4/(N g)) <= 1 for every N that Lemma 2 leaves, that is
/// T - sqrt(2KT l2) >= 3K l4/g:  sqrt(T) >= (sqrt(2K l2) + sqrt(2K l2 + 12K l4/g))/2. Infinite for
/// g = 0.
double replay_bound_valid_from(double K, double g, double delta);

/// Theorem 6 (section 3.5.4, p. 81): sqrt(3K g l2 / T), T > 0.
double replay_star_bound(double K, double T, double g, double delta);

/// Its proof holds from T = 3K l2/g on. Infinite for g = 0.
double replay_star_bound_valid_from(double K, double g, double delta);

/// The ideal experiment, T/K interactions (section 3.5.4, p. 81): 2 exp(-T gamma^2 g/(3K)) bounds
/// the probability of a relative error of gamma or more, gamma in (0, 1].
double ideal_failure_bound(double K, double T, double g, double gamma);

/// The radius at which ideal_failure_bound is delta: equal to theorem 6's bound, valid from the same T.
double ideal_bound(double K, double T, double g, double delta);

}  // namespace replaybench::theory

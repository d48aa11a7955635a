#pragma once
// Regret of a Bernoulli bandit: what no algorithm can beat, and what UCB promises (thesis section
// 1.4.2, p. 17).

namespace replaybench::theory {

/// Kullback-Leibler divergence of two Bernoulli distributions, p ln(p/q) + (1-p) ln((1-p)/(1-q)),
/// with 0 ln 0 = 0; +infinity if q excludes what p allows. p and q in [0, 1].
double bernoulli_divergence(double p, double q);

/// Lai and Robbins 1985 (thesis, section 1.4.2, p. 17): the regret of every uniformly good
/// algorithm grows at least as this number times ln T, for one arm of mean `best` and K - 1 of mean
/// `other`: (K - 1) (best - other) / divergence(other, best). K >= 2, 0 <= other < best <= 1.
double lai_robbins_slope(double K, double best, double other);

/// Auer, Cesa-Bianchi, Fischer 2002, theorem 1: how often UCB1 (alpha = 2) plays an arm whose mean
/// is `gap` below the best is at most 8 ln T / gap^2 + 1 + pi^2/3 in expectation. The thesis
/// (section 1.4.2, p. 17) gives the order, ln T / gap^2. T >= 1, gap in (0, 1].
double ucb1_pulls_bound(double T, double gap);

}  // namespace replaybench::theory

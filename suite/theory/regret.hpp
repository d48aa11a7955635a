#pragma once
// Regret of a Bernoulli bandit: the bound of every algorithm, the bound of UCB, and the Gittins index
// (thesis section 1.4.2, p. 17).

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

/// Index of an arm whose mean has a Beta(a, b) distribution, if a reward after t steps counts
/// discount^t: the sure payment per step that is worth as much as the arm with the right to stop.
/// By calibration: bisection over the payment, each value judged by a recursion over the
/// steps (steps + 1) / 2 states that up to `steps` plays of the arm lead to. After these the arm's
/// mean counts as known, so the number is a lower bound that rises to the index with `steps`.
/// Right to 1e-9 of that bound. a, b > 0, discount in (0, 1), steps an integer in [1, 10000];
/// otherwise NaN. O(steps^2) for each of 30 payments; memory O(steps).
double gittins_index(double a, double b, double discount, double steps);

}  // namespace replaybench::theory

#pragma once
// Probability that a bound fails: exact sums over binomials instead of simulation (static policy,
// uniform logging, Bernoulli rewards). These show where theorems 5 and 6 hold and where they do not
// (erratum A5, suite/theory/README.md).
//
// Symbols as in replay.hpp; `radius` >= 0 is the bound (infinity allowed). "Fails" is |estimate -
// g| > radius, judged with the estimate and the difference rounded to double: for a radius that an
// estimate can hit exactly (0.1 with g = 0.5) rounding decides on which side it falls. Relative
// error of the probabilities about 1e-12 or better, however small they are. NaN outside the domain:
// T an integer from 0 to 2^53, g in [0, 1].

namespace replaybench::theory {

/// P(|replay - g| > radius): N ~ Bin(T, 1/K), S | N ~ Bin(N, g), estimate S/N, 0 when N = 0.
/// Visits about 20 standard deviations of N, and for each the S beyond the radius: O((T/K) sqrt(g))
/// steps.
double replay_failure(double K, double T, double g, double radius);

/// P(|replay* - g| > radius): S ~ Bin(T, g/K), estimate K S/T. T >= 1. O(sqrt(T g/K)).
double replay_star_failure(double K, double T, double g, double radius);

/// P(|ideal - g| > radius): S ~ Bin(T/K, g), estimate S/(T/K). NaN unless T/K is an integer >= 1.
double ideal_failure(double K, double T, double g, double radius);

/// Probability that theorem 5's bound at level delta fails; NaN if the bound is not defined.
double replay_coverage_failure(double K, double T, double g, double delta);

/// Probability that theorem 6's bound at level delta fails; NaN if the bound is not defined.
double replay_star_coverage_failure(double K, double T, double g, double delta);

/// Probability that Li's bound as proved (replay's estimate) fails at level delta; NaN if it is not defined.
double li_coverage_failure(double K, double T, double g, double delta);

/// Probability that Li's bound as printed in the thesis fails at level delta; NaN if it is not defined.
double li_coverage_failure_printed(double K, double T, double g, double delta);

/// P(Bin(L, 1/K) < T): L records retain fewer than T events. L and T integers.
double retention_shortfall(double K, double L, double T);

}  // namespace replaybench::theory

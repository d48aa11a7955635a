#pragma once
// Edgeworth expansions of the distribution of a sample mean (thesis section 5.6.2, p. 139, after
// Hall, "The Bootstrap and Edgeworth Expansion", 1992).
//
//   e_T   = sqrt(T) (mean - mu)                the thesis's e_T, here always divided by sigma
//   eps_T = sqrt(T) (mean - mu) / sigma_hat    Studentized, sigma_hat^2 = sum (X - mean)^2 / T
//   P(. <= x) = Phi(x) + p1(x) phi(x) / sqrt(T) + p2(x) phi(x) / T + o(1/T)
//
// `skewness` is E(X-mu)^3 / sigma^3 (section 5.6.2, p. 139, prints its sign reversed, erratum B12,
// suite/theory/README.md), `kurtosis` the excess E(X-mu)^4 / sigma^4 - 3. The remainder is o(1/T);
// printed O(1/T), which would make p2 meaningless (erratum B3, suite/theory/README.md). All this
// needs a distribution without lattice (Cramer's condition): Bernoulli rewards fail it, see
// lattice.hpp.
//
// NaN outside the domain; O(1) unless stated.

namespace replaybench::theory {

/// p1 of e_T: -skewness (x^2 - 1) / 6.
double edgeworth_mean_p1(double x, double skewness);
/// p2 of e_T: -x (kurtosis (x^2-3) + skewness^2 (x^4 - 10 x^2 + 15)/3) / 24.
double edgeworth_mean_p2(double x, double skewness, double kurtosis);
/// p1 of eps_T: skewness (2 x^2 + 1) / 6.
double edgeworth_studentized_p1(double x, double skewness);
/// p2 of eps_T: x (kurtosis (x^2-3)/12 - skewness^2 (x^4 + 2x^2 - 3)/18 - (x^2+3)/4).
double edgeworth_studentized_p2(double x, double skewness, double kurtosis);

/// P(e_T <= sigma x) and P(eps_T <= x) to the order 1/T. T > 0.
double edgeworth_mean_cdf(double x, double T, double skewness, double kurtosis);
double edgeworth_studentized_cdf(double x, double T, double skewness, double kurtosis);

/// Exact P(e_T <= x) for exponential X (mean, sigma 1; skewness 2, excess kurtosis 6): T mean is
/// Gamma(T). T an integer >= 1. O(sqrt(T)).
double exponential_mean_cdf(double x, double T);
/// Largest |expansion - exact| of it over x in [-4, 4] in steps of 1/100, after the terms of
/// `order` 0 (normal), 1 or 2.
double exponential_expansion_error(double T, double order);

/// Exact P(eps_T <= x) for normal X: eps_T sqrt((T-1)/T) is Student's t with T - 1 degrees. T >= 2.
double normal_studentized_cdf(double x, double T);

/// T times the asymptotic variance of the sample skewness, from the standardised moments
/// E((X-mu)/sigma)^k, k = 3..6: 6 for a normal distribution (section 5.6.2, p. 139), 72 for an
/// exponential one. Derived (delta method).
double skewness_record_variance(double skewness, double fourth, double fifth, double sixth);

/// Lemma 1's leading term: the standard deviation over data sets of the largest gap between the
/// Studentized bootstrap distribution of T' of T records and the true distribution, max|p1 phi|
/// with the sample's error of the skewness: (2/3) phi(sqrt(3/2)) sqrt(skewness_variance / (T T')).
/// Derived.
double lemma1_deviation(double T, double T_prime, double skewness_variance);
/// lemma1_deviation without Studentization (section 5.6.2, p. 139): max |Phi(x sigma / sigma_hat) - Phi(x)|
/// is phi(1) |sigma_hat / sigma - 1|, with standard deviation phi(1) sqrt((fourth - 1) / (4 T)), for every T'.
/// Derived.
double unstudentized_deviation(double T, double fourth);

}  // namespace replaybench::theory

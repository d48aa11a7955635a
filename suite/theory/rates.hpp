#pragma once
// Orders of convergence of the bootstraps of chapter 5 (theorems 12 to 16, lemma 1, table 5.1):
// O_p(...) without constants, which in the thesis are deliberately left out. For distributions
// without lattice only; Bernoulli rewards stay at 1/sqrt(T) uniformly in x (lattice.hpp,
// erratum B3, suite/theory/README.md).
//
// `acceleration` is Gamma* for RED_inf and Gamma+ for RED*_inf; E the expansion, T' = E T. NaN
// outside the domain (all arguments positive).

namespace replaybench::theory {

/// Lemma 1 (section 5.6.3, p. 145): resamples of T' out of T records, 1/sqrt(T T'). For T' < T too
/// (section 5.6.3, p. 145).
double lemma1_rate(double T, double T_prime);
/// Theorem 14 (section 5.7.5, p. 154), R-BRED-DP: T_pi = T/Gamma* records, E of resamples to
/// records: Gamma*/(T sqrt(E)). Resamples of T are E = Gamma*: sqrt(Gamma*)/T.
double theorem14_rate(double acceleration, double T, double E);
/// Theorem 15 (section 5.7.5, p. 154), R-BRED: sqrt(Gamma*) / sqrt(T T').
double theorem15_rate(double acceleration, double T, double T_prime);
/// Theorem 16 (section 5.7.7, p. 165) with an expansion E, bootstrap of RED*_inf: sqrt(Gamma+)/(T
/// sqrt(E)).
double theorem16_rate(double acceleration, double T, double E);
/// BRED, conjectured (section 5.7.6, p. 159): sqrt(K Gamma*)/(T sqrt(E)), as replay on E T records
/// accepts E T/K.
double bred_rate(double K, double acceleration, double T, double E);
/// Table 5.1's row: sqrt(Gamma*)/(T sqrt(E)); contradicts section 5.7.6 (p. 159) by sqrt(K)
/// (erratum B2, suite/theory/README.md).
double bred_rate_printed(double acceleration, double T, double E);
/// The mean itself, and every bootstrap that is not Studentized: sqrt(Gamma/T).
double mean_rate(double acceleration, double T);
/// Bag of little bootstraps with subsamples of m (section 5.7.1, p. 147): 1/sqrt(m T); T^(-3/4) for
/// m = sqrt(T).
double little_bootstraps_rate(double T, double m);

/// Theorem 12's right side without constants: variance/sqrt(T B) + 1/T + 1/(T sqrt(T)),
/// `variance` = Var(p_hat - p | S).
double theorem12_printed(double T, double B, double variance);
/// theorem12_printed with the deviation sqrt(variance): the mean of B independent terms of that variance has
/// deviation sqrt(variance/B) (B19, suite/theory/README.md).
double theorem12_rate(double T, double B, double variance);

}  // namespace replaybench::theory

#pragma once
// Small counts around the bootstrap of chapter 5 and appendix A: resamples, the sizes of
// cross-validation and of entangled validation, bandwidths of the jitter, and how much data a
// learning algorithm needs for BRED.
//
// NaN outside the domain.

namespace replaybench::theory {

/// Share of the T records that a resample of E T draws contains: 1 - (1 - 1/T)^(E T). T >= 1,
/// E > 0.
double distinct_share(double T, double E);
/// Its limit 1 - exp(-E): 0.632 for the classical bootstrap (section 5.3.2, p. 126), 1 - e^-K for
/// BRED.
double distinct_share_limit(double E);

/// Cross-validation of the bandwidth (section 5.11.2, p. 197): records of the training set, T/(K+1)
/// ...
double cross_validation_training(double K, double T);
/// ... and of the test set, K T/(K+1), of which replay accepts T/(K+1).
double cross_validation_test(double K, double T);

/// Entangled validation (T-BRED, appendix A.3, p. 224) with a share tau of test records: accepted
/// test records of B passes, B tau T/K ...
double t_bred_count(double K, double T, double tau, double B);
/// ... the deviation that leaves for one pass's estimate of a CTR g, sqrt(g (1-g) K/(tau T)) ...
double t_bred_deviation(double K, double T, double tau, double g);
/// ... and the copies of the training set that make K T - tau T records: ceil((K-tau)/(1-tau)).
double t_bred_copies(double K, double tau);

/// Rule of thumb of section 5.7.6 (p. 159), log10 of T >= N base^F K^2: base = N for F real
/// features, 2 for F binary ones, F = 0 without contexts. N samples tell a reward distribution well
/// enough.
double rule_of_thumb_log10(double N, double base, double F, double K);

/// Silverman's bandwidth (section 5.9.2, p. 183), sigma (4/(3T))^(1/5).
double silverman_bandwidth(double sigma, double T);
/// The thesis's jitter, C/sqrt(T).
double jitter_bandwidth(double C, double T);
/// Ridge parameter to which jitter of deviation h on n regressed records amounts, n h^2: the mean
/// over the noise of sum (y - w.(x + noise))^2 is sum (y - w.x)^2 + n h^2 |w|^2. Appendix A.1
/// (p. 222) says "noise of variance lambda", true of the mean of the squares only (erratum B21,
/// suite/theory/README.md).
double jitter_ridge(double n, double h);
/// Weight of a record at `distance` beyond a policy's frontier (negative: inside) under jitter h:
/// Phi(-distance/h) (figure 5.11).
double jitter_acceptance(double distance, double h);

/// Choices and expected updates that BRED asks of an algorithm (section 5.11.3, p. 200): B K T and
/// B T.
double bred_choices(double K, double T, double B);
double bred_updates(double T, double B);

}  // namespace replaybench::theory

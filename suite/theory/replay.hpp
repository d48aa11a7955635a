#pragma once
// Bias, variance and expected squared error of replay and replay* for a static policy (thesis
// chapter 3, appendix F).
//
// Symbols, here and in all of suite/theory:
//   K         number of actions, real, K >= 1: a record is retained with probability 1/K, uniform
//   logging T         number of logged records (not of retained ones) g         g_pi = E[r],
//   expected reward of the policy; any real number if rewards may be real-valued variance
//   Var(r[pi(x)]) >= 0; g (1-g) for Bernoulli rewards q         (K-1)/K N         number of
//   retained records, Bin(T, 1/K)
// Replay divides the revealed rewards by N (0 when N = 0, section 3.5.1, p. 77), replay* by T/K.
// ESE is E[(estimate - g)^2].
//
// Every function gives NaN when an argument is outside its domain, and throws nothing.

#include <cstdint>

namespace replaybench::theory {

/// g (1-g), g in [0, 1].
double bernoulli_variance(double g);

/// P(N = 0) = q^T, T >= 0 (real T is allowed: it is a curve).
double empty_probability(double K, double T);

/// Theorem 3 (section 3.5.1, p. 77): E[replay] - g = -g q^T. T >= 0.
double replay_bias(double K, double T, double g);

/// Theorem 4 (section 3.5.2, p. 77): replay* is unbiased; 0 for T > 0.
double replay_star_bias(double K, double T, double g);

/// Theorem 7 (section 3.5.6, p. 83): (K/T) Var + ((K-1)/T) g^2. T > 0.
double replay_star_variance(double K, double T, double g, double variance);

/// Expected squared error of replay*: its variance, because replay* is unbiased.
double replay_star_ese(double K, double T, double g, double variance);

/// f(T) = E[1/N; N > 0] = sum_{i=1}^T (1/i) C(T,i) K^{-i} q^{T-i}, one record at a time, O(1) a
/// step:
///   f(0) = 0,  f(T) = q f(T-1) + (1 - q^T)/T,  because C(T,i) - C(T-1,i) = (i/T) C(T,i).
/// The bits of value() depend on K and records() only, not on how the steps were grouped: every
/// value is reached by the same additions from T = 0. Relative error about eps * K (the recurrence
/// forgets at rate q).
class HarmonicTerm {
 public:
  /// Needs K >= 1 (unchecked: `harmonic_term` checks).
  explicit HarmonicTerm(double K) : share_(1 / K) {}

  /// To one record more.
  void step();
  /// To T records; needs T >= records(). O(T - records()).
  void advance_to(std::uint64_t T);

  std::uint64_t records() const { return records_; }
  double value() const { return value_; }

 private:
  double share_;
  std::uint64_t records_ = 0;
  double some_ =
      0;  ///< 1 - q^T, kept itself: 1 minus a power would lose log10(K/T) digits for T << K
  double value_ = 0;
};

/// f(T) of HarmonicTerm for an integer 0 <= T <= 10^9, NaN otherwise. Each thread keeps the
/// recurrences of the last four K of its calls: with rows sorted by K, then T, a call costs the
/// steps since the last T; a smaller T starts again from 0, O(T). The value has the same bits
/// regardless of earlier calls.
double harmonic_term(double K, double T);

/// Theorem 8 as its proof has it (appendix F.6, p. 276): q^T g^2 + Var f(T). Real-valued rewards. T
/// and cost as harmonic_term.
double replay_ese(double K, double T, double g, double variance);

/// Theorem 8 as its statement prints it (section 3.5.6, p. 83, table 3.1): q^T g + Var f(T). Wrong
/// (erratum A4, suite/theory/README.md); kept to show it.
double replay_ese_printed(double K, double T, double g, double variance);

/// ESE minus squared bias: Var f(T) + g^2 q^T (1 - q^T). Not in the thesis.
double replay_variance(double K, double T, double g, double variance);

/// Skewness and excess kurtosis of replay's estimate, Bernoulli rewards, 0 if nothing is
/// accepted (conclusion, p. 205: "very symmetric" for T = 100 K). Integers 1 <= T <= 10^6, g in
/// (0, 1). O(T).
double replay_skewness(double K, double T, double g);
double replay_excess_kurtosis(double K, double T, double g);

/// Theorem 9 (section 3.5.6, p. 83) with its constant, K Var/T + K (K-1) Var/T^2; what is left out
/// is O(T^-3). T > 0.
double replay_ese_asymptotic(double K, double T, double variance);

/// Variance of the ideal experiment, T/K interactions with the environment: (K/T) Var
/// (section 3.5.6, p. 83). T > 0.
double ideal_ese(double K, double T, double variance);

/// ln(ESE of replay* / ESE of replay), figures 3.2 to 3.4: above 0 if replay is better. T >= 1.
double log_ese_ratio(double K, double T, double g, double variance);

/// log_ese_ratio with theorem 8 as printed (erratum A4, suite/theory/README.md).
double log_ese_ratio_printed(double K, double T, double g, double variance);

/// Its limit for T to infinity, ln(1 + ((K-1)/K) g^2/Var). Var > 0.
double log_ese_ratio_limit(double K, double g, double variance);

/// Limits for K to infinity with c = T/K > 0 kept: replay* gives (Var + g^2)/c ...
double replay_star_ese_many_actions(double c, double g, double variance);

/// ... and replay e^{-c} (g^2 + Var sum_{i>=1} c^i/(i i!)), in O(sqrt(c)) steps, c <= 10^9.
double replay_ese_many_actions(double c, double g, double variance);

/// ln of the ratio of the two: a function of c and g only, hence the straight borders of
/// figure 3.2.
double log_ese_ratio_many_actions(double c, double g, double variance);

/// First-order estimate of the T above which replay is better than replay* (Bernoulli): K (1-g)/g,
/// g in (0, 1].
double replay_better_from(double K, double g);

/// Records for a relative standard deviation `epsilon` of replay* on a CTR p (section 3.7.1,
/// p. 95): T >= (K-p)/(epsilon^2 p). Needs p in (0, 1], epsilon > 0.
double necessary_data(double K, double p, double epsilon);

/// The thesis's approximation K/(epsilon^2 p) (section 3.7.1, p. 95).
double necessary_data_printed(double K, double p, double epsilon);

/// Records that give T retained events with probability 1-delta at least: 2 K (T + ln(1/delta))
/// (section 3.4, p. 75; the printed "<=" is to be read the other way, erratum A1,
/// suite/theory/README.md). T >= 0, delta in (0, 1].
double data_for_retained(double K, double T, double delta);

}  // namespace replaybench::theory

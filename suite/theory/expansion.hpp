#pragma once
// Errors of the estimators that use a data set more than once (thesis sections 5.5, p. 132, to 5.7,
// p. 147): what figures 5.2 to 5.7 measure by simulation, predicted. None of it is in the thesis.
//
// Everything is in units of Var(r[pi(x)]) / T, uniform logging, leading order in 1/T, so that T
// interactions with the environment have 1 and replay has K. `acceleration` is Gamma*, of RED_inf
// (information.hpp): K for a deterministic policy, 1 for the uniform one. Derivation: given the
// data set, an estimator's own randomness adds variance around RED_inf, which is what all of them
// tend to; one pass of replay adds K - Gamma*, so E passes add (K - Gamma*)/E; a resample of K T
// draws accepts about T of them, independent with mean RED_inf, and adds 1.
//
// NaN outside the domain: K >= 1, acceleration >= 0, E >= 1, B >= 1.

namespace replaybench::theory {

/// RED(E), E passes of replay over the data set, pooled: Gamma* + (K - Gamma*)/E. E = 1 is replay.
double red_error(double K, double acceleration, double E);
/// K-expanded replay: RED(K), that is S-BRED with B = 1: Gamma* + 1 - Gamma*/K.
double expanded_replay_error(double K, double acceleration);
/// The bagged estimate of BRED: Gamma* + 1/B.
double bred_error(double acceleration, double B);
/// S-BRED: Gamma* + (1 - Gamma*/K)/B; never above BRED's (erratum B18, suite/theory/README.md).
double s_bred_error(double K, double acceleration, double B);
/// The star form RED*(E): Gamma+ + (Gamma_replay* - Gamma+)/E, exact for every T.
double red_star_error(double acceleration_plus, double acceleration_replay_star, double E);

/// Variance of the bootstrap distribution of BRED with expansion E: K/E, 1 for E = K.
double bred_bootstrap_variance(double K, double E);
/// Variance of S-BRED's replays: 1 - Gamma*/K, 0 for a deterministic policy.
double s_bred_bootstrap_variance(double K, double acceleration);

/// T times the bias of RED(E), E passes pooled: (1 - 1/E) times that of RED_inf. E = 1, replay, has
/// no bias of that order.
double red_bias_after(double bias_per_record, double E);
/// T times the bias of S-BRED: (1 - 1/K) times that of RED_inf. BRED has all of it (erratum B5,
/// suite/theory/README.md).
double s_bred_bias(double K, double bias_per_record);

/// E[(V/V0 - 1)^2] of the variance V that BRED's B resamples show, V0 = Var/T (figure 5.5), for the
/// epsilon-optimal policy of information.hpp and Bernoulli rewards: 2/B, plus 1/T times
/// Gamma* (1-2g)^2/Var (the data set's own variance) + dispersion (the data set's share of
/// acceptable records) + 2 (1-2g) T bias / Var (their covariance). epsilon = 0 and 1 are the
/// deterministic and the uniform policy.
double bred_variance_relative_error(double K, double T, double B, double epsilon, double g_best,
                                    double g_random);

}  // namespace replaybench::theory

#pragma once
// Rules of the literature which choose among estimates of one policy from the log itself.
//
// A candidate is given by its terms t_i, whose mean is its estimate: of a mean its terms, of another estimate
// estimate + n influence_i, to first order. v is the validator, a candidate without bias.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "suite/stream/stream.hpp"

namespace replaybench::rehearsal {

/// The bias of a candidate against the validator, from terms that are paired by record.
struct PairedBias {
  double difference = 0;          ///< D = mean (t - v)
  double standard_error = 0;      ///< of D, divisor n - 1
  double squared_bias = 0;        ///< max(0, D^2 - standard_error^2)
  double mean_squared_error = 0;  ///< that plus `variance`
};
/// `variance`: of the candidate's estimate. Needs two terms at least, as many of both. O(n).
PairedBias paired_bias(std::span<const double> terms, std::span<const double> validator,
                       double variance);
/// Variance of the mean of these terms, divisor n - 1. Needs two. O(n).
double variance_of_mean(std::span<const double> terms);

/// Number of the n records that train, from the variances of the candidate's and of the validator's estimate: the share
/// s_m^2 / (s_m^2 + s_v^2), at least one record on either side. Half where both variances are 0. Needs n >= 2.
std::size_t training_records(std::size_t n, double variance, double validator_variance);
/// Squared difference of the candidate's estimate from the records `training` (not 0) and the validator's from the
/// others. Needs records on both sides. O(n).
double split_error(std::span<const double> terms, std::span<const double> validator,
                   std::span<const std::uint8_t> training);
/// Scores of off-policy cross-validation: mean squared error over `splits` random splits. Lower is better. The same
/// permutations serve all candidates. `variances`: of the candidates' estimates. Needs splits >= 2. O(splits n candidates).
/// Source: Cief, Kveton, Kompan 2025, without the one-standard-error rule.
std::vector<double> cross_validation_scores(std::span<const std::vector<double>> candidates,
                                            std::span<const double> validator,
                                            std::span<const double> variances, std::size_t splits,
                                            StreamKey key);

/// Weights of sum 1 that minimise alpha' A alpha, A the candidates' mean squared errors and their products, row by row.
struct OperaWeights {
  std::vector<double> weights;
  double mean_squared_error = 0;
};
/// Nothing if A is not positive definite. `not_negative`: no weight is below 0. O(m^4).
/// Source: Nie et al. 2024 (OPERA).
std::optional<OperaWeights> opera_weights(std::span<const double> errors, std::size_t candidates,
                                          bool not_negative);

/// PAS-IF's split of one context's actions: an action's record goes to the pseudo-target's log with probability rho.
struct PseudoSplit {
  double share = 0;                             ///< m = sum p rho
  std::vector<double> target, logger, weights;  ///< p rho / m; p (1 - rho) / (1 - m); their ratio
};
/// Needs 0 < rho < 1 where p > 0. O(K). Source: Udagawa et al. 2023.
PseudoSplit pseudo_split(std::span<const double> logger, std::span<const double> rho);
/// The rho of share exactly `share` whose pseudo-weights are nearest to pi / p: it minimises sum p (w' - w)^2. `share` in
/// (0, 1). O(K) times some hundred steps.
struct ExactRho {
  double multiplier = 0;  ///< of the constraint
  std::vector<double> rho;
};
ExactRho exact_rho(std::span<const double> logger, std::span<const double> target, double share);

}  // namespace replaybench::rehearsal

#pragma once
// Distance of a bootstrap estimate of the distribution of an estimated reward from that
// distribution: the largest difference between the two distribution functions, both computed, not
// simulated.
//
// Source: thesis sections 5.6 (p. 138) and 5.7 (p. 147): Algorithms 12 to 15, Lemma 1
// (section 5.6.3, p. 145), theorems 14 to 16 (sections 5.7.5, p. 154, and 5.7.7, p. 165), Table 5.1
// (section 5.8, p. 167).
//   T, T_pi        records; accepted ones (deterministic pi)
//   p_t            probability that pi takes the action of record t
//   E              expansion
//   of             what is resampled, and how many values n a mean is of:
//     r_bred_dp      the accepted rewards (pi deterministic); n = E T_pi. Algorithm 14; with one
//                    arm Algorithm 13, the bootstrap of the sample mean with T' = E T
//     r_bred         r_t with probability proportional to p_t; n = E T. Algorithm 15 (its rejection
//                    of records gives just these weights); for a deterministic pi theorem 14
//     bred           E T records, of which a random number is accepted: n ~ Bin(E T, mean p_t);
//                    Algorithm 12 is E = K, bootstrapped replay E = 1
//     red_star_inf   s_t = K p_t r_t; n = E T. Theorem 16
//     red_inf        (p_t, r_t), of which sum p r / sum p is taken; n = E T. Table 5.1's last row,
//                    which the thesis conjectures. Studentised: the ratio exceeds c where the mean
//                    of p (r - c) is positive, so its deviation from g is judged by the
//                    studentised mean of z = p (r - g), in a resample of p (r - g_hat) (Fieller's
//                    form: the standard error is the one at the value that is asked about). plain:
//                    sqrt(n) (ratio_b - ratio) itself, by the same event
//   distribution            which statistic's:
//     studentised    sqrt(n) (mean_b - mean) / sigma_b against that of a mean of n new draws
//     plain          sqrt(n) (mean_b - mean) against sqrt(n) (mean of n new draws - mu)
//     rescaled       sigma_hat times the studentised one against sqrt(n) (mean - mu): what
//                    Algorithm 13 returns and what it says it estimates (section 5.6.2, p. 139, and
//                    algorithm 13)
//     printed        the statistic of section 5.3.2 (p. 126) against the studentised one, for which
//                    it is meant
//   by             the bootstrap in the limit of infinitely many resamples, or the normal
//                  approximation with sigma_hat
//   subsample m    r_bred_dp alone: resample from m of the values, drawn without replacement (the
//                  bag of little bootstraps, section 5.7.1, p. 147); averaged over `subsamples`
//                  draws of them
//
// Needs an environment without context whose rewards are 0 or 1, or have known quantiles
// (weibull_arms). With smooth distributions the sup is over the grid -4, -3.75, ..., 4 (of the
// standardised statistic; they are smooth on that scale) and both distributions come from
// suite/statistics/mean_distribution.hpp, the true one from 5 Gauss-Legendre points in each of 72
// panels that shrink towards both ends of the quantiles. With rewards 0 or 1 both are exact and so
// is the sup; bred, red_inf, subsample, and the weights of a stochastic red_star_inf are not offered there.
//
// Columns: estimate, the distance, NaN when the log has too few different values; mean, of the
// values that are resampled; deviation, of the resampled means: the standard error that the
// bootstrap reports; draws, E[n]; information, (sum p_t)^2 / sum p_t^2, which is T_pi where pi is
// deterministic.

#include "suite/component/registry.hpp"

namespace replaybench::evaluators::bootstrap_distribution_error {

struct BootstrapDistributionErrorOptions {
  enum class Of { r_bred_dp, r_bred, bred, red_star_inf, red_inf };
  enum class Distribution { studentised, plain, rescaled, printed };
  Of of = Of::r_bred;
  Distribution distribution = Distribution::studentised;
  bool normal = false;
  double expansion = 1;
  std::uint64_t subsample = 0;  ///< 0: all values
  std::uint64_t subsamples = 1;
};

class BootstrapDistributionError final : public Evaluator {
 public:
  explicit BootstrapDistributionError(BootstrapDistributionErrorOptions options)
      : options_(options) {}

  LogAssumptions assumptions() const override;
  const RowSchema& schema() const override;
  /// One row whose step is T. Throws NotApplicable for a file, an environment with contexts or of
  /// unknown distribution, an algorithm that learns or does not give its probabilities, or what is
  /// not offered for it. Milliseconds: O(T + 400) times some thousand frequencies.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;

 private:
  BootstrapDistributionErrorOptions options_;
};

}  // namespace replaybench::evaluators::bootstrap_distribution_error

#pragma once
// RED_inf and RED*_inf: replay and replay* of a static policy, repeated forever on the same log.
// There is nothing to repeat: the limits are closed forms of the policy's probabilities.
//
// Source: thesis, sections 5.7.4 (p. 152) and 5.7.7 (p. 165), corollary 18, theorems 16, 19 and 20.
//   T         records of the log
//   K         actions
//   p_t       P(pi(x_t) = a_t): the policy's probability of the logged action
//   w_t       weight: 1, K_t, or 1 / max(propensity, tau)
//   E         expansion of a bootstrap resample (not the estimator's own, which is infinite)
//   B         resamples
//   gamma*    T / time_acceleration, where star = false
//   gamma+    the same, where star = true
// star = false: estimate = sum w_t p_t r_t / sum w_t p_t, and 0 when no record can be accepted.
// star = true: estimate = (1/T) sum K p_t r_t, or (1/T) sum w_t p_t r_t with weights.
// For a deterministic policy they are replay and replay*, on every log.
//
// With weights = propensity any static logging policy will do whose support covers the policy's:
// star is then the importance-weighted (IPS) estimate with p_t w_t, the other its self-normalised
// form, which the thesis does not write down.
//
// RED_inf is not without bias, as section 5.8.2 (p. 171) has it, but a ratio: for uniform logging
// its bias is -(K/T) sum_x p(x) sum_a p_a^2 (mu_a - g) + o(1/T), zero for deterministic and for
// uniform policies. RED*_inf has none.
//
// With jitter p_t is the probability on blurred contexts, p_t(h) (kernel_choice.hpp): jittered
// replay, repeated forever (section 5.10.1, p. 185). It estimates another policy, the blurred one,
// whose value differs from g_pi by a bias that no error or interval here contains.
//
// The bootstrap draws E T records with replacement and computes the estimate on each resample; it
// is of the distribution of the estimate on E T records, and not of CTR_pi
// (section 5.7.7, p. 165).
//
// An interval for g_pi, low to high: estimate -+ the normal quantile times standard_error, or from
// the resamples (suite/statistics/intervals.hpp). studentised divides each resample's deviation by
// the standard error of the resample; bca takes its acceleration from the estimates
// without one record each.
//
// Columns: estimate; standard_error (star: exact up to the estimated variance; otherwise the delta
// method); low; high; records; usable, those with p_t > 0; accepted, sum p_t: what one replay
// accepts on average; time_acceleration, Gamma = T standard_error^2 / Var(r), which the thesis
// defines by the true variances (section 5.7.3, p. 150, whose last two members are inverted);
// bootstrap_variance, over the resamples (NaN when B < 2).

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/estimation/jitter_parameters.hpp"
#include "suite/estimation/record_weights.hpp"
#include "suite/statistics/intervals.hpp"

namespace replaybench::estimation {

class AcceptanceDistribution;

enum class IntervalMethod { normal, percentile, basic, studentised, bca };

struct StaticReplayOptions {
  Weighting weighting{};
  bool star = false;
  std::uint64_t resamples = 0;
  double expansion = 1;  ///< E > 0; E T must be an integer
  IntervalMethod interval = IntervalMethod::normal;
  double level = 0.95;
  JitterRequest jitter{};   ///< wanted: p_t(h) in the place of p_t
  std::uint64_t draws = 0;  ///< of the noise, with jitter: at least 1
};

class StaticReplay final : public Evaluator {
 public:
  /// `owner`: the evaluator's name for messages, alive as long as the object (a literal).
  StaticReplay(std::string_view owner, StaticReplayOptions options)
      : owner_(owner), options_(options) {}

  LogAssumptions assumptions() const override;
  const RowSchema& schema() const override;
  /// One row whose step is the size of the log. Throws NotApplicable for an algorithm that learns
  /// or does not give its probabilities, for star without weights when the pool changes, and when E
  /// T is not a positive integer. O(T K + T log T + B classes).
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
  EstimateBasis evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const override;
  Passes passes() const override {
    return {.count = std::max<std::uint64_t>(1, options_.resamples)};
  }
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override;

 private:
  std::vector<double> probabilities(const Agent& agent, const Log& log, StreamKey policy) const;
  AcceptanceDistribution distribution_of(Trial& trial) const;
  statistics::Interval interval_of(const AcceptanceDistribution& distribution, double estimate,
                                   double error, const std::vector<double>& statistics) const;

  std::string_view owner_;
  StaticReplayOptions options_;
};

}  // namespace replaybench::estimation

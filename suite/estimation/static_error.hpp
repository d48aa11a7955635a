#pragma once
// The error of an estimate of a static policy, over logs: what the resamples of one log cannot
// show, and its choice probabilities can.
//
// Source: thesis, section 5.7.7 (p. 165). A policy that does not learn accepts record t with
// probability p_t = P(pi(x_t) = a_t), regardless of earlier acceptances. An estimate that offers record
// t m_t times on average therefore tends to RED_inf with weights m_t w_t, a ratio of sums over the
// records, whose standard error is that of tally_estimates.hpp (delta method) with m_t w_t p_t in
// the place of the weight. The spread of B resamples around that limit comes on top: their
// variance over B.

#include <span>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/estimation/jitter_parameters.hpp"

namespace replaybench::estimation {

/// P(pi(x_t) = a_t) of each record of `log`, at most 1; for an agent that has probabilities.
/// O(T K).
std::vector<double> choice_probabilities(const Agent& agent, const Log& log);

class StaticError {
 public:
  /// Every variance is NaN for an algorithm that learns, that has no probabilities, or whose contexts
  /// are jittered. O(T K) time, O(T) memory.
  StaticError(const Log& log, const Agent& agent, const JitterRequest& jitter);

  /// Adds the records first .. first + count - 1, each offered `offered` times on average.
  void add(Sums& total, std::size_t first, std::size_t count, double offered) const;
  /// Variance over logs of the ratio whose records were added to `total`. NaN for fewer than two
  /// records that can be accepted. O(1).
  double variance(const Sums& total) const;
  /// Variance over logs of RED_inf with one weight per record, or none. O(T).
  double variance(std::span<const double> weights) const;

 private:
  const Log& log_;
  std::vector<double> probabilities_;  // empty: not known
};

}  // namespace replaybench::estimation

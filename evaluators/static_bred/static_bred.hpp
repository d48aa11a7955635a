#pragma once
// Bootstrapped replay on expanded data (BRED) of a static policy, and its variants, by their
// distribution: what a resample accepts is drawn at once, not record by record.
//
// Source: thesis algorithm 12 (section 5.3.2, p. 126; bred), section 5.5.2 (p. 133; s_bred),
// algorithm 15 (section 5.7.5, p. 154; r_bred), algorithm 14 (r_bred_dp), sections 5.3.2 (p. 126)
// and 5.7.6 (p. 159; bootstrapped replay: bred with E = 1).
//   B            resamples
//   E            expansion: a resample has E T records; 0 stands for K
//   T'           acceptances at which a resample of r_bred and r_bred_dp ends
//   p_t          P(pi(x_t) = a_t)
//   q_S          (1/T) sum p_t: what a uniform draw from the log is accepted with
//   g^(b)        sum w r / sum w over what resample b accepts, and 0 when that is nothing (n_b = 0;
//                the thesis does not say what 0/0 is, section 3.5.1, p. 77, has 0 for replay)
//   CTR_pi(T)    the distribution of g^(b) given the log estimates it
// bred       n_b ~ Binomial(E T, q_S), each of the n_b is record t with probability p_t / (T q_S)
// s_bred     E copies of the log, every record in each: Binomial(E, p_t) times record t. Shuffling
//            the copies changes nothing for a static policy.
// r_bred     as bred with n_b = T' (0 stands for T)
// r_bred_dp  a deterministic policy's records, T' draws among them (0 stands for T_pi). Its
//            distribution is r_bred's; here as the thesis's check, and for its default.
// poisson    record t is in the resample a Poisson(E) number of times, of which Poisson(E p_t) are
//            accepted: as bred, but the size is Poisson(E T) too, so that one pass over the log
//            makes every resample (section 5.11.3, p. 200; Hanley and MacGibbon 2006). Given how many
//            records are accepted it is bred exactly; their number has variance E T q_S where bred's
//            has E T q_S (1 - q_S). E need not make E T a whole number.
// combine = mean: estimate = (1/B) sum g^(b); pooled: the ratio of the sums over all resamples.
//
// Deviations from the print:
// - Algorithm 15 is for any static policy (its "deterministic" is copied from algorithm 14), and
//   ends when no record can be accepted (the print never ends): then the
//   estimate is 0 and there is no bootstrap variance.
// - The pooled form has no bias in O(a^(T B)), as algorithm 12 says: all resamples come from one
//   log, so it is 0 whenever that log has no usable record, with probability a^T for a
//   deterministic policy.
// - No jitter: with it a pass sees other probabilities (thesis, section 5.7.4, p. 152). `bred` does
//   it by passes.
//
// The bits differ from those of passes over the records; the distribution is the same.
//
// Columns: estimate; standard_error, as an estimate of g_pi: RED_inf's variance over logs (delta
// method) plus bootstrap_variance / B (NaN when B < 2); accepted, mean of a resample; records that
// a resample reads (r_bred: on average, T'/q_S); acceptance, accepted K / records: about 1 under
// uniform logging; usable, the share of the log's records with p > 0; distinct, the expected share
// that a resample accepts at least once; bootstrap_variance, of the g^(b), unbiased (NaN when B <
// 2), and its root deviation: of the mean reward of so many interactions, not of the estimate;
// empty, resamples with n_b = 0; below, the share of g^(b) <= threshold: the estimated distribution
// function there.

#include <cstdint>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/estimation/record_weights.hpp"

namespace replaybench::estimation {
class AcceptanceDistribution;
}

namespace replaybench::evaluators::static_bred {

enum class StaticBredMethod { bred, s_bred, r_bred, r_bred_dp, poisson };

struct StaticBredOptions {
  StaticBredMethod method = StaticBredMethod::bred;
  estimation::Weighting weighting;
  double expansion = 0;           ///< E; bred, s_bred and poisson
  std::uint64_t acceptances = 0;  ///< T'; r_bred and r_bred_dp
  bool pooled = false;
  double threshold = 0;
  std::uint64_t resamples = 30;
  std::vector<std::uint64_t> checkpoints;  ///< increasing numbers of resamples, to give a row at
};

class StaticBred final : public Evaluator {
 public:
  explicit StaticBred(StaticBredOptions options) : options_(std::move(options)) {}

  LogAssumptions assumptions() const override;
  const RowSchema& schema() const override;
  /// One row whose step is the size of the log; with resample_checkpoints one for each, whose step
  /// is the number of resamples: a later row's contain those of the former. Throws NotApplicable as
  /// red_inf does, for an empty log, for expansion = 0 when the pool changes, and for r_bred_dp
  /// when the policy is not deterministic. O(T K + T log T + B classes).
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
  EstimateBasis evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const override;
  Passes passes() const override { return {.count = options_.resamples}; }
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override;

 private:
  double expansion(const estimation::AcceptanceDistribution& distribution) const;

  StaticBredOptions options_;
};

}  // namespace replaybench::evaluators::static_bred

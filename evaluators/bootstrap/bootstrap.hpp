#pragma once
// The bootstrap of any evaluator: how much would its estimate move on another log like this one?
//
// Source: thesis, section 5.10.2 (p. 188; "bootstrap S-BRED, that is resampling datasets S_i of
// size T and computing S-BRED on each of them"), not run there; section 5.3.2 (p. 126) for the
// bootstrap; Efron, "Bootstrap methods: another look at the jackknife", 1979.
//
//   thesis     here
//   S_i        `resamples` logs of `size` records drawn with replacement, one after the other
//   S-BRED     of: any evaluator with its parameters
//   CTR^(S-BRED)(T)   standard_error, [low, high]
//
// Caution: a resample of T records has 63 % of the log's records, some of them twice or more.
// An evaluator that copies records (bred, s_bred) copies the copies, and a learning algorithm
// overfits them more than those of the log itself. Mean over logs (and its standard error) of
// `bias`, the resamples' mean less the estimate, for s_bred{resamples=1} on the synthetic model
// (K = 10, 15 features, 6 to 40 logs):
//
//                              T = 300           T = 1000          T = 3000
//   ucb{alpha=1}               0.015 (0.006)     0.022 (0.003)     0.022 (0.006)
//   lin_ucb, jitter=50         0.008 (0.006)     0.037 (0.005)     0.041 (0.006)
//   lin_ucb, no jitter        -0.019 (0.009)    -0.116 (0.009)     0.115 (0.007)
//   lin_ucb{alpha=0.1}, none   0.063 (0.008)     0.117 (0.010)     0.113 (0.006)
//
// (Negative where an algorithm that explores much wastes its choices on records that it knows.) So
// [low, high], however it is made of the resamples' estimates, is displaced by as much (the basic
// interval the other way); the standard error is not. T-BRED tests no copy of what it has learned:
// see experiments/5_bred/interval_coverage for the coverage of both.

#include "suite/component/registry.hpp"
#include "suite/statistics/intervals.hpp"

namespace replaybench::evaluators::bootstrap {

/// suite/statistics/intervals.hpp. `bias_corrected` is BCa without its acceleration, which would
/// take one more evaluation for each record.
enum class BootstrapInterval { percentile, basic, studentised, bias_corrected };

struct BootstrapOptions {
  std::shared_ptr<const Evaluator> inner;
  bool inner_estimates_value = true;
  std::string inner_text = "s_bred{resamples=5}";
  std::uint64_t resamples = 200;
  std::uint64_t size = 0;  ///< records of a resample; 0 means those of the log
  double level = 0.95;
  BootstrapInterval interval = BootstrapInterval::percentile;
};

class Bootstrap final : public Evaluator {
 public:
  explicit Bootstrap(BootstrapOptions options) : options_(std::move(options)) {}

  /// The inner evaluator's.
  LogAssumptions assumptions() const override { return options_.inner->assumptions(); }
  bool estimates_value() const override { return options_.inner_estimates_value; }
  /// estimate         the inner evaluator's, on the log itself
  /// standard_error   standard deviation of its estimates on the resamples; NaN for one resample,
  ///                  and for a `size` other than the log's: it is then no error of this estimate
  /// mean             of these
  /// bias             mean less estimate
  /// low, high        interval at `level`; NaN with fewer resamples than min_resamples(level),
  ///                  and for such a `size`
  /// deviation        standard deviation of its estimates on the resamples, for any size
  /// accepted         the inner evaluator's, on the log itself; NaN if it has none
  const RowSchema& schema() const override;
  /// The inner evaluator's rows on the log, as many as all resamples have too. Costs
  /// resamples + 1 inner evaluations, and the memory of one more log and of resamples x rows
  /// numbers. With a `size` other than the log's all columns except `estimate` describe logs of that size.
  /// Throws NotApplicable if the log is empty, if the inner evaluator does, and if a
  /// studentised interval is asked for and it gives no standard error.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
  EstimateBasis evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const override;
  Passes passes() const override { return {.count = options_.resamples}; }
  /// By statistics::weigh_bias.
  std::optional<IntervalDoubt> interval_doubt(const ResultRow& row) const override;
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override;

 private:
  /// `studentised`: one for each of `statistics` if they are asked for.
  replaybench::statistics::Interval interval_of(const ResultRow& of_log,
                                                std::span<const double> statistics,
                                                std::span<const double> studentised) const;

  BootstrapOptions options_;
};

}  // namespace replaybench::evaluators::bootstrap

#pragma once
// Bootstrapped replay on expanded data: what BRED, S-BRED and R-BRED share.
//
// Source: thesis algorithm 12 (section 5.3.2, p. 126), section 5.5.2 (p. 133; S-BRED), algorithm 15
// (section 5.7.5, p. 154), section 5.3.2 (p. 126; bootstrapped replay: expansion 1).
//
//   thesis     here
//   S, T       the log and its size
//   B          resamples
//   E          expansion; the thesis's K where it is 0, if pools change their harmonic mean
//              (expansion.hpp), with which T interactions are replayed
//   K T        slots: records offered to the algorithm in one resample
//   T^(b)      Sums::accepted of resample b
//   G^(b)      Sums::reward
//   g^(b)      ratio_estimate: G / T^(b), 0 if nothing was accepted (the thesis leaves this open; so
//   does replay)
//   JITTER     suite/resample/jitter.hpp
//
// Columns of a row:
//   estimate            mean of the g^(b), or with combine = pooled, sum G / sum T^(b)
//   standard_error      for a static policy that gives its probabilities: RED_inf's over logs
//                       (static_error.hpp), with bootstrap_variance / B for the resampling added
//                       to its square; NaN for B = 1, and where the contexts it uses are jittered.
//                       NaN for an algorithm that learns: its resamples say nothing about another
//                       log (thesis, section 5.10.2, p. 188, figure 5.16b)
//   accepted            T^(b), mean
//   records             records offered in a resample
//   acceptance          accepted K / records (K as E above): 1 under uniform logging. It falls
//                       below where the
//                       algorithm has memorised records: it then knows its answer to the copies.
//   distinct            share of the log's records that were accepted at least once in a resample
//   copies              acceptances of such a record: how often the algorithm learned the same
//   bootstrap_variance  of the g^(b) over the resamples, a diagnostic: no error of the estimate;
//                       NaN for one
//   empty               resamples in which nothing was accepted
//
// Memory: O(T + state) for each thread, O(resamples (1 + checkpoints)); a pass never holds its K T slots.

#include <optional>

#include "suite/estimation/jitter_parameters.hpp"
#include "suite/estimation/record_weights.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/resample/pass.hpp"

namespace replaybench::estimation {

enum class Combine { mean_of_ratios, ratio_of_sums };

struct ResampledReplayOptions {
  Drawing drawing = Drawing::with_replacement;
  std::uint64_t resamples = 30;
  double expansion = 0;
  bool until_accepted =
      false;  ///< R-BRED: a resample goes on until `accepted`, no matter `expansion`
  std::uint64_t accepted = 0;  ///< R-BRED's T'; 0 means the size of the log
  bool by_importance = false;  ///< records drawn in proportion to 1 / propensity (importance.hpp)
  Combine combine = Combine::mean_of_ratios;
  Weighting weighting;
  JitterRequest jitter;
  std::vector<std::uint64_t> checkpoints;           ///< rows at numbers of accepted records
  std::vector<std::uint64_t> resample_checkpoints;  ///< rows at numbers of resamples
};

/// The columns of PassStatistics.
struct PassColumns : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn standard_error = add(Role::standard_error);
  RowColumn accepted = add(Role::accepted);
  RowColumn records = add(Role::records);
  RowColumn acceptance = add(Role::acceptance);
  RowColumn distinct = add("distinct");
  RowColumn copies = add("copies");
  RowColumn bootstrap_variance = add("bootstrap_variance");
  RowColumn empty = add("empty", Role::count);
};

/// The numbers of many passes, in the order of the passes.
class PassStatistics {
 public:
  /// `mean_pool`: records offered for one acceptance under uniform logging.
  PassStatistics(Combine combine, double mean_pool) : combine_(combine), mean_pool_(mean_pool) {}
  /// `acceptances`: one count per record; empty if unknown.
  void add(const Sums& sums, std::span<const std::uint32_t> acceptances);
  /// `used`: records that were accepted, of `records`.
  void add(const Sums& sums, std::uint64_t used, std::size_t records);
  /// The row of the passes so far. `over_logs`: variance of the limit of many passes over logs
  /// (static_error.hpp); NaN if it is not known.
  ResultRow row(std::uint64_t step, double over_logs) const;
  static const PassColumns& columns();
  const numeric::Moments& estimates() const { return estimates_; }

 private:
  Combine combine_;
  double mean_pool_;
  numeric::Moments estimates_;
  numeric::Moments accepted_;
  numeric::Moments distinct_;
  numeric::Moments copies_;
  double records_ = 0;
  double reward_ = 0;
  double weight_ = 0;
  std::uint64_t empty_ = 0;
};

class ResampledReplay final : public Evaluator {
 public:
  /// `owner`: the component's name, for its remarks.
  ResampledReplay(std::string owner, ResampledReplayOptions options)
      : owner_(std::move(owner)), options_(std::move(options)) {}

  LogAssumptions assumptions() const override;
  const RowSchema& schema() const override { return PassStatistics::columns(); }
  /// One row whose step is the size of the log; with resample_checkpoints one for each, whose step
  /// is the number of resamples; with checkpoints one for each that all resamples reached, whose
  /// step is the checkpoint. B E T chooses. Throws NotApplicable when the log is empty, when a given
  /// E times T is not a whole number from 1 on, when there is nothing to jitter, when `accepted` is out of reach
  /// (1000 K times as many records were offered in vain).
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
  EstimateBasis evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const override;
  Passes passes() const override { return {.count = options_.resamples}; }
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override;

 private:
  std::string owner_;
  ResampledReplayOptions options_;
};

/// The parameter "combine". The source is the component's.
template <class Options>
BoundParameter<Options> combine_parameter(Combine Options::*member) {
  return choice(
      member, "combine", {{"mean", Combine::mean_of_ratios}, {"pooled", Combine::ratio_of_sums}},
      "mean: of the resamples' estimates; pooled: sum of rewards over sum of acceptances");
}

/// The parameters of bred and s_bred; without weights for an evaluator that draws by importance.
Binding<ResampledReplayOptions> resampled_replay_parameters(bool by_importance = false);
/// Throws SpecErrors if the parameters of the evaluator `name` contradict each other.
void require_consistent(const std::string& name, const ResampledReplayOptions& options);

/// Sentences on the diagnostics of a row of PassStatistics. `evaluator`: the component's name.
std::vector<std::string> pass_remarks(const std::string& evaluator, const Log& log,
                                      const Agent& agent, const ResultRow& row);
/// Reason for a learning algorithm's acceptance ratio below 1; `remedy`: against overfitting, a
/// sentence without a full stop. O(T).
std::string low_acceptance_remark(const Log& log, const Agent& agent, double acceptance,
                                  const std::string& remedy);
/// Reasons for a row of bootstrapped replay without standard error or interval, and evaluators that
/// have one; empty for a row that has. `evaluator`: the component's name.
std::vector<std::string> no_interval_remarks(const std::string& evaluator, const Agent& agent,
                                             const ResultRow& row);

}  // namespace replaybench::estimation

#pragma once
// Statistics and parameters of the evaluators by entangled validation.
//
// Source: thesis algorithm 17 (appendix A.4.1, p. 225), appendices A.3 (p. 224) and A.4.2 (p. 228;
// tweaked learning).
//
//   thesis     here
//   B          resamples
//   tau        tau
//   N, G       the sums over all resamples of Tally::sums: tests that were accepted, their reward
//
// Columns of a row:
//   estimate            G / N, pooled over the resamples as printed; 0 when N = 0
//   standard_error      delta method over the *records*: sqrt(sum_t n_t^2 w_t^2 (r_t - g)^2) /
//   sum_t n_t w_t,
//                       n_t how often record t was accepted as a test, times sqrt(n / (n - 1)) for
//                       n such records (c_t w_t for w_t if the log has c_t copies of the record).
//                       A record counts once however many resamples tested it, so
//                       more resamples do not pretend to be more data. For a static policy it is
//                       the error of the estimate, the drawing of the tests included. For one that
//                       learns it is, as replay's, the error of the tested rewards given what was
//                       learned: it ignores that an algorithm learns differently from another log.
//   accepted            acceptances in a resample, tests and others, mean
//   records             records offered in a resample
//   acceptance          accepted K / records: 1 under uniform logging, less where the algorithm
//                       recognises the copies of what it has learned
//   distinct            share of the log's records that were accepted at least once in a resample
//   copies              acceptances of such a record
//   bootstrap_variance  of G^(b) / N^(b) over the resamples that accepted a test; NaN for fewer
//   than two.
//                       Divided by their number it is the variance that drawing more would remove.
//   empty               resamples that accepted no test
//   training            mean reward of what was accepted and not a test; where the records that
//                       teach are drawn by their weights, each acceptance counts alike
//   overfitting         training - estimate
//   tested              accepted tests in a resample, mean

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "suite/estimation/jitter_parameters.hpp"
#include "suite/estimation/original_splits.hpp"
#include "suite/estimation/record_weights.hpp"
#include "suite/estimation/resampled_replay.hpp"
#include "suite/numeric/moments.hpp"

namespace replaybench::estimation {

/// The columns of EntangledStatistics.
struct EntangledColumns : PassColumns {
  RowColumn training = add("training");
  RowColumn overfitting = add("overfitting");
  RowColumn tested = add("tested", Role::count);
};

/// The numbers of many entangled passes, in the order of the passes.
class EntangledStatistics {
 public:
  /// `weights`: one a record, or empty. `drawn_by_weight`: the records that teach come in proportion
  /// to their weights, and their rewards count alike. `log` must outlive this. O(T) memory.
  EntangledStatistics(const Log& log, std::vector<double> weights, bool drawn_by_weight = false);
  /// The splits of the log, by original.
  const OriginalSplits& splits() const { return splits_; }
  /// The weights of the records in a pass of this split, one a record, or empty: all 1. O(T).
  std::vector<double> weights_for(const EntangledSplit& split) const;
  /// A pass: its sums, its acceptances of every record, its tests.
  void add(const Tally& tally, std::span<const std::uint32_t> acceptances,
           std::span<const std::uint32_t> tests);
  /// The row of the passes so far. O(T).
  ResultRow row(std::uint64_t step) const;
  static const EntangledColumns& columns();
  double estimate() const { return weight_ > 0 ? reward_ / weight_ : 0; }

 private:
  double standard_error() const;

  double weight_of_test(std::size_t record) const {
    return (weights_.empty() ? 1.0 : weights_[record]) * splits_.copies(record);
  }

  const Log& log_;
  OriginalSplits splits_;
  std::vector<double> weights_;
  bool drawn_by_weight_;
  double mean_pool_;
  std::vector<std::uint32_t> tested_;  // n_t
  numeric::Moments estimates_;
  numeric::Moments tests_accepted_;
  numeric::Moments accepted_;
  numeric::Moments distinct_;
  numeric::Moments copies_;
  double records_ = 0;
  double reward_ = 0;
  double weight_ = 0;
  double training_reward_ = 0;
  double training_weight_ = 0;
  std::uint64_t passes_ = 0;
  std::uint64_t empty_ = 0;
};

struct EntangledOptions {
  std::uint64_t resamples = 100;
  double tau = 0.1;
  bool tweaked = false;
  Weighting weighting;
  JitterRequest jitter;
  std::vector<std::uint64_t> resample_checkpoints;  ///< rows at numbers of resamples
};

/// Returns the number of test records: tau * records, rounded to the nearest integer. Throws NotApplicable if
/// tau * records is below 1, or if no training record is left.
std::size_t test_count(double tau, std::size_t records);

/// Throws NotApplicable if a pass has more slots than EntangledSource can number.
void require_slots(std::uint64_t slots, std::size_t tests);

/// The parameters of EntangledOptions except for the weights.
Binding<EntangledOptions> entangled_parameters(bool with_checkpoints = true);
/// Throws SpecErrors if the parameters of the evaluator `name` contradict each other.
void require_consistent(const std::string& name, const EntangledOptions& options);

/// A sentence: the part of the error of a learning algorithm that the standard error of tested rewards leaves out.
std::string tested_rewards_remark();

/// Sentences on the diagnostics of a row of EntangledStatistics.
std::vector<std::string> entangled_remarks(const Log& log, const Agent& agent, const ResultRow& row,
                                           std::uint64_t resamples);

}  // namespace replaybench::estimation

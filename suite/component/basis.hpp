#pragma once
// Basis of an estimate, as its evaluator declares it.

#include <cstdint>
#include <span>
#include <vector>

#include "suite/numeric/nan.hpp"

namespace replaybench {

/// An estimate as a function of the records: s_t is the weight of record t, EstimateBasis::weights.
enum class EstimateForm {
  none,      ///< no estimate of a mean reward
  mean,      ///< scale * sum s_t r_t / n: importance weighting, replay*
  ratio,     ///< sum s_t r_t / sum s_t: replay, self-normalised importance weighting
  modelled,  ///< the predictions of a reward model are part of it
  other      ///< none of these: resamples, a likelihood, the logarithm of a mean
};

/// Use of the records' weights in an estimate.
enum class WeightUse {
  none,        ///< all alike
  importance,  ///< by importance weights, whose mean is 1 if the propensities are right
  changed      ///< by importance weights that are clipped or smoothed: their mean is another
};

/// The interval in an evaluator's row.
struct OwnInterval {
  double level = 0.95;
  bool is_normal = false;  ///< estimate -+ normal quantile * standard error
};

/// All of one pass over the log; the numbers are in the evaluator's last row.
struct EstimateBasis {
  EstimateForm form = EstimateForm::other;
  WeightUse weighting = WeightUse::none;
  /// Biased by design, which the interval does not show.
  bool biased = false;
  /// The weights are those of a static policy, times the probability with which it takes the logged
  /// action; otherwise those of the records that were accepted.
  bool weights_are_expected = false;
  /// n: the weight s_t of each record; 0 if it plays no part. Empty: not known.
  std::vector<double> weights;
  /// The records that were offered, the first of the log; 0 means all. Their mean weight is 1.
  std::uint64_t offered = 0;
  /// The largest weight before the policy's probabilities; NaN: the largest of `weights`.
  double largest_weight = nan;
  double scale = 1;  ///< of EstimateForm::mean
  /// n: each record's part in the error of the estimate. Their sum is 0; the sum of their squares,
  /// times n / (n - 1), estimates the variance. Empty: not known, or those of the form (`influences_of`).
  std::vector<double> influences;
  /// Sum of the accepted rewards, if the estimate is their plain mean; NaN if it is not, or if the sum is not in the row.
  double reward_sum = nan;
  OwnInterval own;
  /// Mean probability of the policy on actions that the log never shows; NaN if unknown.
  double unsupported = 0;
  /// For an estimate by a model only: mean probability of the policy on actions that were never logged in the record's
  /// context, if chance does not explain that.
  double unseen_in_context = 0;
};

/// Each record's part in the error of this estimate: those that are declared, otherwise of a mean
/// (scale s_t r_t - V) / n, of a ratio s_t (r_t - V) / sum s. Empty if neither is known. O(n).
std::vector<double> influences_of(const EstimateBasis& basis, std::span<const double> rewards,
                                  double estimate);

}  // namespace replaybench

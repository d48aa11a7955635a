#pragma once
// What an estimate rests on: the share that each record of the log has in it.

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/statistics/skewed_interval.hpp"

namespace replaybench {

/// An estimate as a function of the records: sum s_t r_t / sum s_t, or factor * sum s_t r_t / n.
struct EstimateSupport {
  enum class Form {
    ratio,   ///< sum s_t r_t / sum s_t: replay, RED_inf, self-normalised importance weighting
    total,   ///< factor * sum s_t r_t / n: replay*, RED*_inf, importance weighting
    unknown  ///< neither; the shares are those of one replay in the log's order
  };
  Form form = Form::unknown;
  double factor = 1;
  bool weighted = false;        ///< the evaluator weighs the records
  bool clipped = false;         ///< and clips the weights
  bool biased = false;          ///< the estimate is biased by design
  bool closed = false;          ///< shares are expected (w_t p_t), not of accepted records
  std::vector<double> weights;  ///< w_t, one per record; empty: all 1
  std::vector<double> shares;   ///< s_t = w_t p_t, or w_t where record t was accepted; else 0
  /// Each record's part in the error, where the evaluator reports it; empty: by the form.
  std::vector<double> reported;

  bool has_influences() const { return form != Form::unknown || !reported.empty(); }
};

/// The form of an estimate whose shares add up to `share`, and with the rewards to `reward`; of a total
/// `factor` is that of its form over n. Equal up to roundoff (1e-9). O(1).
EstimateSupport::Form form_of(double estimate, double share, double reward, double factor);

/// The support of an estimate, where it can be had. `agent` is fresh, `policy` the stream that the
/// evaluator drew from; `estimate` and `accepted` are what it gave. Tries the closed form of a
/// static policy that gives its probabilities, then the records that one replay in the log's order
/// accepts: the form is that with which the estimate comes out again. Nothing for an algorithm that
/// is trained offline, and for an evaluator that does not weigh records unless `wanted`.
/// Nothing for a policy given by columns, which cannot be replayed. O(records * actions), or one
/// replay.
std::optional<EstimateSupport> find_support(const Log& log, const Agent& agent, StreamKey policy,
                                            const Component<EvaluatorDescription>& evaluator,
                                            const LogAssumptions& assumed, double estimate,
                                            double accepted, bool wanted);

/// The support that an evaluator of fixed policies reports itself: nothing is replayed or guessed. A
/// form is recognised as above; one with a reward model has none. O(records).
EstimateSupport reported_support(EstimateBasis basis, const Log& log, double estimate);

/// What importance weights do to an estimate.
struct WeightDiagnostics {
  double effective = 0;       ///< Kish's effective sample size, (sum s)^2 / sum s^2
  std::uint64_t records = 0;  ///< those with a share
  double largest = 0;         ///< the largest weight w_t of those
  double largest_share = 0;   ///< the largest s_t / sum s
  double mean = 0;            ///< sum s / n: 1 in expectation where the propensities are right
  double z = 0;               ///< standard errors from 1; NaN where the shares are all equal
  bool clipped = false;       ///< then the mean is below 1
};
/// O(records).
WeightDiagnostics diagnose_weights(const EstimateSupport& support);

/// Each record's part in the error of an estimate of this form: their sum is 0, and the sum of
/// their squares (times n/(n-1)) estimates its variance. Empty for an unknown form of
/// which nothing is reported. O(records).
std::vector<double> influences(const EstimateSupport& support, const Log& log, double estimate);

/// Variance of a sum of influences: of independent records where `clusters` is empty, else of
/// independent clusters (sums per cluster; C/(C-1) for n/(n-1)). NaN for fewer than two with an
/// influence. `clusters`: one per record, numbered from 0. O(records).
double variance_of(std::span<const double> influences, std::span<const std::uint32_t> clusters);

/// Sums over these influences, or over their sums by cluster. O(records).
statistics::InfluenceSums influence_sums(std::span<const double> influences,
                                         std::span<const std::uint32_t> clusters);

/// What a reward of 1 in place of 0 adds to the estimate, record by record: the shares over their sum.
/// Empty for rewards outside [0, 1]. O(records).
std::vector<double> reward_steps(const EstimateSupport& support, const Log& log);

/// Covariance of two such sums over the same records. Needs equal sizes. O(records).
double covariance_of(std::span<const double> a, std::span<const double> b,
                     std::span<const std::uint32_t> clusters);

}  // namespace replaybench

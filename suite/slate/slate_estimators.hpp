#pragma once
// What a fixed policy would have earned with slates, from a log of another policy's.
//
//   n          slates of slots 1 to L, slot l with action a_l and reward r_l
//   w_{1:l}    pi_prefix / p_prefix of slot l: of all actions up to it
//   w_l        pi_slot / p_slot: of the slot alone, whatever the others show
//   q_l        a model of the rewards of slot l and those after it

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "suite/offpolicy/terms.hpp"
#include "suite/slate/slate_log.hpp"
#include "suite/statistics/heavy_tail.hpp"
#include "suite/statistics/interval.hpp"
#include "suite/statistics/skewed_interval.hpp"

namespace replaybench {

enum class SlateEstimator {
  sips,               ///< mean of w_{1:L} sum_l r_l
  iips,               ///< mean of sum_l w_l r_l
  rips,               ///< mean of sum_l w_{1:l} r_l
  pseudo_inverse,     ///< mean of v sum_l r_l, v = q_pi' G^+ 1_s: see SlateLogger
  sn_pseudo_inverse,  ///< sum v sum_l r_l / sum v
  cascade_dr          ///< mean of sum_l (w_{1:l} (r_l - q_l) + w_{1:l-1} q_l(pi))
};

/// What an estimator is, for a reader.
struct SlateEstimatorInfo {
  SlateEstimator estimator;
  std::string_view name;
  std::string_view assumes;  ///< what the rewards must be like for it to be without bias
  std::string_view source;
};
/// All of them, in the order of the enumeration.
const std::vector<SlateEstimatorInfo>& slate_estimators();

/// How the logger fills a slate, which the pseudo-inverse of G = E[1_s 1_s'] depends on; 1_s has a 1
/// for each slot and the action that it shows.
enum class SlateLogger {
  /// Each slot by itself: v = 1 - L + sum_l w_l.
  product,
  /// A uniform choice of L different actions of K, in a uniform order. With D = sum_l pi_slot and C =
  /// sum_l pi_shown: v = 1 + (K (K - 1) / (K - L)) (C - L^2 / K) / L + (K - 1) (D - C / L), without the
  /// second term for L = K.
  uniform_ranking
};

struct SlateOptions {
  SlateLogger logger = SlateLogger::product;
  std::size_t actions = 0;  ///< K, for uniform_ranking; 0: those that the log shows
  double level = 0.95;
};

/// An estimate of the sum of a slate's rewards.
struct SlateEstimate {
  offpolicy::Estimate estimate;
  statistics::Interval interval;   ///< normal; NaN below two slates
  statistics::InfluenceSums sums;  ///< of the slates' influences
  statistics::Tail tail;           ///< of the slates' weighted rewards
  /// Of the weight of each slate: w_{1:L}, v, or the mean over its slots of w_l or w_{1:l}. Its mean
  /// is 1 in expectation where the probabilities are right.
  offpolicy::WeightSummary weights;
  std::uint64_t rewarded = 0;  ///< slots of a reward of 1, in slates of a weight other than 0
};

/// Why the log or the options do not give what the estimator needs, in a sentence that names the
/// columns; empty: they do. O(1).
std::string why_not(const SlateLog& log, SlateEstimator estimator, const SlateOptions& options);

/// Needs that nothing speaks against it (`why_not`), else throws DataError with that sentence; also
/// for a slate of more slots than `actions`. All sums are exact: the order of the slates changes
/// nothing. O(slots). Sources: McInerney et al. 2020 (sips, iips, rips); Swaminathan et al. 2017
/// (pseudo_inverse); Kiyohara et al. 2022 (cascade_dr).
SlateEstimate estimate_slates(const SlateLog& log, SlateEstimator estimator,
                              const SlateOptions& options = {});

}  // namespace replaybench

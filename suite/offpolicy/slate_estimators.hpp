#pragma once
// The estimators of a fixed policy from a log of slates, each as the term of a slate.
//
//   n          slates of slots 1 to L, slot l with action a_l and reward r_l
//   w_{1:l}    pi_prefix / p_prefix of slot l: of all actions up to it
//   w_l        pi_slot / p_slot: of the slot alone, whatever the others show
//   q_l        a model of the rewards of slot l and those after it

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "suite/model/slate_log.hpp"
#include "suite/offpolicy/policy_terms.hpp"

namespace replaybench::offpolicy {

enum class SlateEstimator {
  sips,               ///< mean of w_{1:L} sum_l r_l
  iips,               ///< mean of sum_l w_l r_l
  rips,               ///< mean of sum_l w_{1:l} r_l
  pseudo_inverse,     ///< mean of v sum_l r_l, v = q_pi' G^+ 1_s: see SlateLogger
  sn_pseudo_inverse,  ///< sum v sum_l r_l / sum v
  cascade_dr          ///< mean of sum_l (w_{1:l} (r_l - q_l) + w_{1:l-1} q_l(pi))
};

/// The logger's way to fill a slate, on which the pseudo-inverse of G = E[1_s 1_s'] depends; 1_s
/// has a 1 for each slot and the action that it shows.
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
  std::uint64_t actions =
      0;  ///< K, for uniform_ranking; 0 means the number of actions that the log shows
};

/// The terms of an estimate of the mean sum of a slate's rewards. The weight of a slate is w_{1:L}, v,
/// or the mean over its slots of w_l or w_{1:l}. All sums are exact: the order of the slates changes
/// nothing. Throws NotApplicable if the log does not have what the estimator needs, and names the
/// columns; also for a slate of more slots than `actions`. Throws DataError for a weight beyond
/// largest_weight. O(slots). Sources: McInerney et al. 2020 (sips, iips, rips); Swaminathan et al. 2017
/// (pseudo_inverse); Kiyohara et al. 2022 (cascade_dr).
PolicyTerms terms_of_slates(const SlateLog& log, SlateEstimator estimator,
                            const SlateOptions& options = {});

}  // namespace replaybench::offpolicy

#pragma once
// A challenge with simulated participants: each sends some submissions, keeps the best one on the
// first part of the log, and is judged by its score on the rest.
//
// Source: thesis section 4.2.1 (p. 101), 4.3 (p. 106), figure 4.8.
//   submissions of a participant   n_i, from `submissions`
//   phase 1, phase 2               the first `share` of the records, and the rest; scores as
//   `replay`
//
// The pool of submissions: each text of `algorithms`, its $candidate replaced by `values`
// numbers from `from` to `to`, at equal ratios. Each is replayed once on either phase, anew, with
// draws of its own; its horizon is the log's number of records, like that of the trial's own algorithm.
// Participant i draws n_i of them with replacement: from the whole pool, or with `reach` r > 0 from the 2 r + 1 around
// its own random place (cut at the ends of the pool), which models a participant that varies one approach. With a pool
// of nearly equal parameters only noise is selected. The trial's own algorithm is the baseline.
//
// One row per participant, whose step is its number from 1:
//   estimate          phase 1 of his best (of equal ones the first drawn)
//   phase_2           phase 2 of the same
//   submissions       n_i
//   chosen            its place in the pool, from 0
//   gain_1, gain_2    estimate and phase_2 above the means of the whole pool
//   optimism          gain_1 - gain_2
//   baseline_1, _2    the trial's own algorithm
//   correlation       of estimate and phase_2 over the participants; NaN if either is constant
//   correlation_ahead the same over those ahead of the baseline in phase 1, as the thesis's blue
//   disks;
//                     NaN with fewer than 3
//   pool_correlation  of both phases over the pool
//
// Costs a replay of the log for each submission of the pool, even if no participant sends it.

#include <string>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/estimation/record_weights.hpp"

namespace replaybench::evaluators::submission_selection {

struct SubmissionSelectionOptions {
  std::vector<std::string> pool;                                      ///< texts of algorithms
  std::vector<std::uint32_t> submissions{4, 10, 30, 100, 300, 1000};  ///< one a participant, >= 1
  std::uint32_t reach = 0;                                            ///< 0: the whole pool
  double share = 1.0 / 3;
  estimation::Weighting weighting;
};

/// Pearson's correlation of two columns of equal length; NaN if one is constant or there are
/// fewer than 3 rows.
double correlation(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace replaybench::evaluators::submission_selection

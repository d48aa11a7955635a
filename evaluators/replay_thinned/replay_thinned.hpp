#pragma once
// Replay on a log thinned to uniform logging: each record is kept with probability p_min / p_t,
// then plain replay reads the kept records.
//
// Source: one sentence of Li et al. 2011 ("any randomized logging policy is allowed and the
// algorithm can be modified accordingly using rejection sampling"), without pseudo-code; the thesis
// does not mention it.
//   p_t     probability with which the log's policy took the logged action
//   p_min   the smallest p_t of the log, or `minimum_propensity` if given
// The kept log is uniform over the actions for any context, so theorem 2 holds for every
// learning algorithm, which weights cannot achieve (theorems 10 and 11). It costs data: 1 / p_min records
// for a retained one. p_min is one number for the whole log: one for each context would distort the
// distribution of the contexts. A changing pool of actions is corrected too: a record is
// accepted with probability p_min for every pool.
// Choices of ours: p_min is the minimum over the *logged* actions; an action that the log's policy could
// take with less probability, and never took, is not seen. Where minimum_propensity exceeds p_t the
// record is kept always, and the correction is not exact (as with clipped weights).
//
// Draws: record i is kept by the first uniform number of step i of replicate_key(policy, 1), a
// stream apart from the algorithm's own.
//
// Columns: estimate, standard_error (as replay); accepted; records (T); kept.

#include "suite/component/registry.hpp"

namespace replaybench::evaluators::replay_thinned {

/// The records that thinning keeps, in order; `draws` is the stream that decides. Needs
/// propensities.
std::vector<std::uint32_t> thinned_records(const Log& log, double minimum_propensity,
                                           StreamKey draws);

}  // namespace replaybench::evaluators::replay_thinned

#pragma once
// k-means: the records of a log in groups of similar contexts.
//
// Source: Lloyd, IEEE Transactions on Information Theory 28(2), 1982; first centres by k-means++
// (Arthur, Vassilvitskii, SODA 2007).

#include <cstdint>
#include <vector>

#include "suite/model/log.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::evaluators::clustered_batch_replay {

/// A group for each record, below `groups`. `groups` from 1 to the records. Distances are Euclidean,
/// of the features as they are; of equally near centres it is the first. Ends when no record moves,
/// after 50 rounds at the latest; a centre without records stays where it is. O(rounds groups n d).
std::vector<std::uint32_t> cluster_contexts(const Log& log, std::size_t groups, StreamKey key);

}  // namespace replaybench::evaluators::clustered_batch_replay

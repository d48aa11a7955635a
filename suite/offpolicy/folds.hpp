#pragma once
// The folds of cross-fitting: a record is not in the training of the model that is asked about it.

#include <cstdint>
#include <string>
#include <vector>

#include "suite/stream/stream.hpp"

namespace replaybench::offpolicy {

/// The fold of each of `records` records, one of 0 to folds - 1, by draws(key, step = record); all 0
/// for one fold. Needs folds >= 1. Throws NotApplicable, with `owner` in the message, for more folds
/// than records, unless it is one. O(records).
std::vector<std::uint32_t> folds_of(const std::string& owner, std::size_t records,
                                    std::uint64_t folds, StreamKey key);

}  // namespace replaybench::offpolicy

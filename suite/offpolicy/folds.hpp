#pragma once
// The folds of cross-fitting: a record is not in the training of the model that is asked about it.

#include <cstdint>
#include <string>
#include <vector>

#include "suite/model/log.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::offpolicy {

/// The fold of each record of a log, one of 0 to folds - 1, by draws(key, step = record); all 0 for
/// one fold. Copies of a record (Log::originals) are in its fold. Needs folds >= 1. Throws
/// NotApplicable, with `owner` in the message, for more folds than different records, unless it is
/// one. O(n), O(n log n) with copies.
std::vector<std::uint32_t> folds_of(const std::string& owner, const Log& log, std::uint64_t folds,
                                    StreamKey key);

}  // namespace replaybench::offpolicy

#pragma once
// One pass of a bootstrapped replay: an agent replays a long random sequence of a log's records,
// drawn piece by piece.

#include <cstdint>
#include <vector>

#include "suite/model/agent.hpp"
#include "suite/resample/record_source.hpp"

namespace replaybench {

/// Offers `slots` records of `source` to `agent` in pieces as long as the log, but of 1024 records
/// at least and 16384 at most: the memory of one piece, whatever the expansion.
/// `options.first_slot` numbers the first; `options.tested` must be empty, the other options are
/// handed on. Adds to `tally`; ends early when `options.most_accepted` is reached.
void replay_source(Agent& agent, const Log& log, RecordSource& source, std::uint64_t slots,
                   StreamKey policy, ReplayOptions options, Tally& tally);

/// Keys of pass `b` of a resampling evaluator: draws of the algorithm, order of the records, noise.
struct PassKeys {
  StreamKey policy;
  StreamKey records;
  StreamKey noise;
};
/// From the policy stream of the trial. Pass 0 has keys of its own too: a bootstrapped replay and
/// the plain one share no draw.
PassKeys keys_of_pass(StreamKey policy, std::uint64_t pass);

}  // namespace replaybench

#pragma once
// One pass of a bootstrapped replay: an agent replays a long random sequence of a log's records,
// drawn piece by piece.

#include <cstdint>
#include <vector>

#include "suite/model/agent.hpp"
#include "suite/resample/record_source.hpp"

namespace replaybench {

/// A pass over resampled records; log and source must outlive it.
struct ResampledPass {
  const Log& log;
  PassSource& source;
  std::uint64_t slots = 0;  ///< offered, at most as many as the source has
  StreamKey policy{};       ///< draws of the algorithm
  /// `first_slot` numbers the first slot; `tested` and `hints` are overwritten.
  ReplayOptions options = {};
};

/// Offers the slots to `agent` in pieces as long as the log, but of 1024 slots at least and 16384
/// at most: the memory of one piece, for any expansion. The pieces change nothing in the
/// result. Adds to `tally`: to its sums what is tested (without tests, everything), to its training
/// the other slots. Ends early when `options.max_accepted` is reached.
void replay_pass(Agent& agent, ResampledPass pass, Tally& tally);

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

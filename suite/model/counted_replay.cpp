#include "suite/model/counted_replay.hpp"

#include <algorithm>
#include <stdexcept>

#include "suite/model/passed_records.hpp"

namespace replaybench {

namespace {

// `chunk(first, count)` returns slots first .. first + count - 1 of the schedule.
template <class Chunk>
Tally replay_chunks(Agent& agent, const Log& log, std::size_t size, StreamKey policy,
                    ReplayOptions options, const Chunk& chunk) {
  if (!options.tested.empty()) throw std::logic_error("counted_replay: tested slots");
  if (options.accepted_records) {
    options.accepted_records->reserve(options.accepted_records->size() + size);
  }
  // An algorithm that jumps sorts each chunk by action.
  const std::size_t step = std::max<std::size_t>(records_per_count, log.action_count);
  const std::uint64_t first_slot = options.first_slot;
  Tally tally;
  tally.curve.reserve(options.checkpoints.size());
  for (std::size_t first = 0; first < size; first += step) {
    const std::size_t count = std::min(step, size - first);
    options.first_slot = first_slot + first;
    agent.replay(log, chunk(first, count), policy, options, tally);
    count_passed(count);
    if (tally.sums.accepted + tally.training.accepted >= options.max_accepted) break;
  }
  return tally;
}

}  // namespace

Tally counted_replay(Agent& agent, const Log& log, const Schedule& range, StreamKey policy,
                     ReplayOptions options) {
  if (!range.is_range()) throw std::logic_error("counted_replay: not a range of the log");
  return replay_chunks(agent, log, range.size(), policy, options,
                       [&](std::size_t first, std::size_t count) {
                         return Schedule::range(range.first() + first, count);
                       });
}

Tally counted_replay(Agent& agent, const Log& log, std::span<const std::uint32_t> records,
                     StreamKey policy, ReplayOptions options) {
  return replay_chunks(agent, log, records.size(), policy, options,
                       [&](std::size_t first, std::size_t count) {
                         return Schedule::of(records.subspan(first, count));
                       });
}

}  // namespace replaybench

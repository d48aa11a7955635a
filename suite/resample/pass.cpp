#include "suite/resample/pass.hpp"

#include <algorithm>

namespace replaybench {

namespace {

// Small enough to stay in a cache, large enough that sorting a piece by action costs nothing.
constexpr std::uint64_t largest_chunk = 16'384;
constexpr std::uint64_t smallest_chunk = 1'024;

}  // namespace

void replay_pass(Agent& agent, ResampledPass pass, Tally& tally) {
  const std::uint64_t piece =
      std::clamp<std::uint64_t>(pass.log.size(), smallest_chunk, largest_chunk);
  std::vector<std::uint32_t> records(std::min(piece, pass.slots));
  std::vector<std::uint8_t> tested(pass.source.has_tests() ? records.size() : 0);
  // Needed if records come more than once.
  std::vector<Action> hints(pass.slots > pass.log.size() ? pass.log.size() : 0, no_hint);
  pass.options.hints = hints;
  while (pass.slots > 0) {
    const auto count = static_cast<std::size_t>(std::min(piece, pass.slots));
    const std::span offered = std::span(records).first(count);
    const std::span flags = std::span(tested).first(std::min(count, tested.size()));
    pass.source.fill_slots(offered, flags);
    pass.options.tested = flags;
    agent.replay(pass.log, Schedule::of(offered), pass.policy, pass.options, tally);
    if (tally.sums.accepted + tally.training.accepted >= pass.options.max_accepted) return;
    pass.options.first_slot += count;
    pass.slots -= count;
  }
}

PassKeys keys_of_pass(StreamKey policy, std::uint64_t pass) {
  // Three numbers a pass, apart from those that other evaluators take (replay: from 1 on).
  constexpr std::uint64_t first = std::uint64_t{1} << 40;
  return {replicate_key(policy, first + 3 * pass), replicate_key(policy, first + 3 * pass + 1),
          replicate_key(policy, first + 3 * pass + 2)};
}

}  // namespace replaybench

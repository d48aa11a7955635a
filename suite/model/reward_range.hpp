#pragma once
// Ranges of rewards.

namespace replaybench {

/// Range of rewards, from the widest to the narrowest: any finite number, in [0, 1], 0 or 1.
enum class RewardRange { real, unit, binary };

/// True if every reward of `given` is one of `wanted`.
constexpr bool fits(RewardRange given, RewardRange wanted) { return given >= wanted; }

}  // namespace replaybench

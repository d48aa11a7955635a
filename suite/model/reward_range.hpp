#pragma once
// Ranges of rewards.

namespace replaybench {

/// Range of rewards, from the widest to the narrowest: any finite number, in [0, 1], 0 or 1.
enum class RewardRange { real, unit, binary };

/// True if every reward of `given` is one of `wanted`.
constexpr bool fits(RewardRange given, RewardRange wanted) { return given >= wanted; }

/// Bounds of rewards, least < most; as a map it takes them to 0 and 1.
struct RewardBounds {
  double least = 0, most = 1;

  /// The same number, bit by bit, for the bounds 0 and 1.
  double scaled(double reward) const { return (reward - least) / (most - least); }
  double unscaled(double scaled) const { return least + scaled * (most - least); }
  bool contain(double reward) const { return reward >= least && reward <= most; }
  bool are_unit() const { return least == 0 && most == 1; }
};

}  // namespace replaybench

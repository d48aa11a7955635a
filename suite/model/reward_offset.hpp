#pragma once
// A common offset of rewards, which sums of squares and regressions do not have to carry.

#include <span>

namespace replaybench {

/// The least of the rewards where all are of one sign and lie 2^10 times closer together than to 0;
/// else 0, which costs sums of them at most 10 of their 53 bits. Every reward less the offset is exact
/// (Sterbenz 1974). It does not depend on the order. O(n).
double reward_offset(std::span<const double> rewards);

}  // namespace replaybench

#pragma once
// A common offset of rewards, which sums of squares and regressions do not have to carry.

#include <span>

namespace replaybench {

/// The least reward if all have one sign and lie 2^10 times closer together than to 0; otherwise 0,
/// which costs their sums at most 10 of 53 bits. Every reward minus the offset is exact
/// (Sterbenz 1974). It does not depend on the order. O(n).
double reward_offset(std::span<const double> rewards);
/// The same of rewards between these, the least and the most. O(1).
double reward_offset(double least, double most);

}  // namespace replaybench

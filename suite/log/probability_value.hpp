#pragma once
// Probabilities as files and arrays have them.

namespace replaybench {

/// 1 for a value above 1 by at most 1e-9, which is the roundoff of a sum of terms such as a softmax
/// makes; any other value as it is.
inline double without_roundoff(double value) { return value > 1 && value <= 1 + 1e-9 ? 1 : value; }

}  // namespace replaybench

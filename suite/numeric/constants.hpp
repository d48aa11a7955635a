#pragma once
// Constants that C++ has no name for.

namespace replaybench::numeric {

inline constexpr double ln_10 = 2.302585092994045684;
inline constexpr double sqrt_two_pi = 2.506628274631000502416;

}  // namespace replaybench::numeric

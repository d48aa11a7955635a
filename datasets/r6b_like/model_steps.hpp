#pragma once
// Places of the draws in the model's stream: first steps of ranges that do not overlap.

#include <cstdint>

namespace replaybench::datasets::r6b_like {

inline constexpr std::uint64_t lives_step = 0;               ///< one an article, unsorted
inline constexpr std::uint64_t moments_step = 1u << 20;      ///< one a day
inline constexpr std::uint64_t visitors_step = 2u << 20;     ///< one a type of visitor
inline constexpr std::uint64_t directions_step = 3u << 20;   ///< one a topic, and the activity
inline constexpr std::uint64_t appeal_step = 4u << 20;       ///< one an article: rate, decay
inline constexpr std::uint64_t preferences_step = 5u << 20;  ///< one an article: who likes it

}  // namespace replaybench::datasets::r6b_like

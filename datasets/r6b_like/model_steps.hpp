#pragma once
// First steps of the kinds of draws in the model's stream. Their ranges do not overlap.

#include <cstdint>

namespace replaybench::datasets::r6b_like {

inline constexpr std::uint64_t lives_step = 0;            ///< one an article, unsorted
inline constexpr std::uint64_t moments_step = 1u << 20;   ///< one a day
inline constexpr std::uint64_t types_step = 2u << 20;     ///< one a type of visitor
inline constexpr std::uint64_t visitors_step = 3u << 20;  ///< one a visitor
inline constexpr std::uint64_t rates_step = 4u << 20;     ///< one an article: rate, decay
inline constexpr std::uint64_t tastes_step = 5u << 20;    ///< one an article: who likes it

}  // namespace replaybench::datasets::r6b_like

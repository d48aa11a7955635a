#pragma once
// Shared by the exact sums: an integer of many bits in chunks of 32, whose carries are passed on
// when a chunk might overflow (R. M. Neal 2015; suite/numeric/exact_sum.hpp).

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "suite/numeric/wide.hpp"

namespace replaybench::numeric::chunks {

/// A chunk gets less than 2^33 an addition and has 2^63.
inline constexpr std::uint64_t max_additions = std::uint64_t{1} << 29;

/// Afterwards each chunk but the last is in [0, 2^32); the last has the sign. O(chunks).
void carry(std::span<std::int64_t> chunks);

/// Makes the number positive and passes its carries on. True if it was negative. O(chunks).
bool take_sign(std::span<std::int64_t> chunks);

/// The number times 2^lowest, within 2^-111 of its size; exact below 97 bits. `special`, where it is
/// not 0, is the number itself: an infinity or NaN. O(chunks).
Wide wide_value(std::span<const std::int64_t> chunks, double special, int lowest);

/// Canonical: equal numbers have equal bytes, 3 and 4 for each chunk between the first and the last
/// that is not 0. O(chunks).
void write(std::span<const std::int64_t> chunks, double special, std::string& out);
/// The inverse; takes its bytes from `bytes`. Throws std::invalid_argument for bytes that `write` does
/// not give.
void read(std::string_view& bytes, std::span<std::int64_t> chunks, double& special);

}  // namespace replaybench::numeric::chunks

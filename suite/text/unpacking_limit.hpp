#pragma once
// Limit of the size of an unpacked file. A file of 300 kB can hold gigabytes of zeros, which would
// fill the reader's memory; logs and arrays pack by a factor of 3 to 30.

#include <cstdint>
#include <string>

namespace replaybench {

inline constexpr std::uint64_t largest_unpacking_ratio = 250;
/// Up to this size every ratio is allowed.
inline constexpr std::uint64_t always_unpacked = std::uint64_t{64} << 20;

/// True if `packed` bytes must not unpack to `unpacked`.
inline bool unpacks_too_far(std::uint64_t packed, std::uint64_t unpacked) {
  return unpacked > always_unpacked && unpacked / largest_unpacking_ratio > packed;
}

/// "it unpacks to more than 250 times its size and more than 64 MiB, and is refused"
inline std::string unpacks_too_far_text() {
  return "it unpacks to more than " + std::to_string(largest_unpacking_ratio) +
         " times its size and more than " + std::to_string(always_unpacked >> 20) +
         " MiB, and is refused";
}

}  // namespace replaybench

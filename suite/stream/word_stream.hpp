#pragma once
// The draws of one step read fast and in order, for loops that take very many of them: shuffles,
// resampling, the noise of a whole context.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "suite/stream/stream.hpp"

namespace replaybench {

/// The 32-bit words of the Philox blocks 0, 1, 2, ... at (key, step): the same stream of bits that
/// `Draws(key, step)` reads by 64, made eight blocks at a time (about 1 ns a word with AVX2; the
/// same words without). Needs at most 2^32 blocks.
class WordStream {
 public:
  WordStream(StreamKey key, std::uint64_t step) : key_(key.value), step_(step) {}

  /// The next 32 bits.
  std::uint32_t word() {
    if (next_ == words_.size()) refill();
    return words_[next_++];
  }
  /// The next 64 bits, the first word the lower. (After an odd number of words this is not where
  /// `Draws::bits` would read.)
  std::uint64_t bits() {
    if (next_ + 2 <= words_.size()) [[likely]] {
      const std::uint32_t* two = words_.data() + next_;
      next_ += 2;
      return two[0] | (static_cast<std::uint64_t>(two[1]) << 32);
    }
    const std::uint64_t low = word();
    return low | (static_cast<std::uint64_t>(word()) << 32);
  }
  /// Uniform on [0, 1), a multiple of 2^-53.
  double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
  /// Uniform on {0, ..., n-1}, exactly, of one word almost always. Needs n >= 1.
  std::uint32_t below(std::uint32_t n) {
    std::uint64_t product = static_cast<std::uint64_t>(word()) * n;
    if (static_cast<std::uint32_t>(product) < n) [[unlikely]] {
      const std::uint32_t threshold = (0u - n) % n;
      while (static_cast<std::uint32_t>(product) < threshold) {
        product = static_cast<std::uint64_t>(word()) * n;
      }
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

 private:
  void refill();

  static constexpr std::size_t blocks_at_once = 8;
  std::uint64_t key_;
  std::uint64_t step_;
  std::uint32_t block_ = 0;
  std::size_t next_ = 4 * blocks_at_once;
  std::array<std::uint32_t, 4 * blocks_at_once> words_;
};

/// Standard normals into `out`, from the words of (key, step): a ziggurat of 128 layers (Doornik,
/// "An improved ziggurat method to generate normal random samples", 2005). Other numbers than
/// `Draws::normal` gives. A few ns each.
void fill_normals(StreamKey key, std::uint64_t step, std::span<double> out);

}  // namespace replaybench

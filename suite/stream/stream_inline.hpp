#pragma once
// Bodies of suite/stream/stream.hpp that sit in the inner loops.

// Only the integer arithmetic of Philox is used: without these, the header brings in all of the
// compiler's vector intrinsics and <random>, half a second for each file that draws a number.
#define R123_USE_CXX11_RANDOM 0
#define R123_USE_INTRIN_H 0
#define R123_USE_SSE 0
#define R123_USE_WMMINTRIN_H 0
#define R123_USE_X86INTRIN_H 0
#include <Random123/philox.h>

namespace replaybench {

inline std::array<std::uint32_t, 4> philox_block(std::uint64_t key, std::uint64_t step,
                                                 std::uint64_t block) {
  const r123::Philox4x32::ctr_type counter{
      {static_cast<std::uint32_t>(step), static_cast<std::uint32_t>(step >> 32),
       static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(block >> 32)}};
  const r123::Philox4x32::key_type words{
      {static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)}};
  const auto out = r123::Philox4x32{}(counter, words);
  return {out[0], out[1], out[2], out[3]};
}

inline std::uint64_t Draws::bits() {
  if (left_ == 1) {
    left_ = 0;
    return spare_bits_;
  }
  const auto words = philox_block(key_, step_, block_++);
  spare_bits_ = words[2] | (static_cast<std::uint64_t>(words[3]) << 32);
  left_ = 1;
  return words[0] | (static_cast<std::uint64_t>(words[1]) << 32);
}

inline double Draws::uniform() { return unit_interval(bits()); }

inline std::uint32_t Draws::below(std::uint32_t n) {
  // Lemire, "Fast random integer generation in an interval" (2019), on the low 32 bits of each
  // draw.
  std::uint64_t product = (bits() & 0xffffffffu) * n;
  auto low = static_cast<std::uint32_t>(product);
  if (low < n) {
    const std::uint32_t threshold = (0u - n) % n;
    while (low < threshold) {
      product = (bits() & 0xffffffffu) * n;
      low = static_cast<std::uint32_t>(product);
    }
  }
  return static_cast<std::uint32_t>(product >> 32);
}

}  // namespace replaybench

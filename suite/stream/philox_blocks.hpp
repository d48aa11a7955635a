#pragma once
// Philox4x32-10 (Salmon et al. 2011) on four blocks at a time.

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include <cstddef>
#include <cstdint>

#include "suite/stream/stream.hpp"

namespace replaybench {

/// The words of the blocks `block` to block + 3 at (key, step), block by block: those of
/// `philox_block`. `out` has 16 places. Block numbers wrap at 2^32.
inline void philox_four_blocks(std::uint64_t key, std::uint64_t step, std::uint32_t block,
                               std::uint32_t* out) {
#ifdef __AVX2__
  // A 32-bit word in the low half of each 64-bit lane. The high halves hold leftovers: products read
  // the low ones only, and what is left in the end is cut off.
  const __m256i low_half = _mm256_set1_epi64x(0xffffffff);
  const __m256i m0 = _mm256_set1_epi64x(0xD2511F53);
  const __m256i m1 = _mm256_set1_epi64x(0xCD9E8D57);
  auto k0 = static_cast<std::uint32_t>(key);
  auto k1 = static_cast<std::uint32_t>(key >> 32);
  __m256i c0 = _mm256_set1_epi64x(static_cast<std::uint32_t>(step));
  __m256i c1 = _mm256_set1_epi64x(static_cast<std::uint32_t>(step >> 32));
  __m256i c2 = _mm256_set_epi64x(static_cast<std::uint32_t>(block + 3),
                                 static_cast<std::uint32_t>(block + 2),
                                 static_cast<std::uint32_t>(block + 1), block);
  __m256i c3 = _mm256_setzero_si256();
  for (int round = 0; round < 10; ++round) {
    const __m256i p0 = _mm256_mul_epu32(m0, c0);
    const __m256i p1 = _mm256_mul_epu32(m1, c2);
    const __m256i next0 =
        _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(p1, 32), c1), _mm256_set1_epi64x(k0));
    const __m256i next2 =
        _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(p0, 32), c3), _mm256_set1_epi64x(k1));
    c0 = next0;
    c1 = p1;
    c2 = next2;
    c3 = p0;
    k0 += 0x9E3779B9;
    k1 += 0xBB67AE85;
  }
  // Lane i of `first` holds words 0 and 1 of block i, of `second` words 2 and 3.
  const __m256i first = _mm256_or_si256(_mm256_and_si256(c0, low_half), _mm256_slli_epi64(c1, 32));
  const __m256i second = _mm256_or_si256(_mm256_and_si256(c2, low_half), _mm256_slli_epi64(c3, 32));
  const __m256i even = _mm256_unpacklo_epi64(first, second);  // blocks 0 and 2
  const __m256i odd = _mm256_unpackhi_epi64(first, second);   // blocks 1 and 3
  auto* place = reinterpret_cast<__m256i*>(out);
  _mm256_storeu_si256(place, _mm256_permute2x128_si256(even, odd, 0x20));
  _mm256_storeu_si256(place + 1, _mm256_permute2x128_si256(even, odd, 0x31));
#else
  for (std::uint32_t b = 0; b < 4; ++b) {
    const auto words = philox_block(key, step, static_cast<std::uint32_t>(block + b));
    for (std::size_t i = 0; i < 4; ++i) out[4 * b + i] = words[i];
  }
#endif
}

}  // namespace replaybench

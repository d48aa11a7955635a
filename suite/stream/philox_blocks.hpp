#pragma once
// Philox4x32-10 (Salmon et al. 2011) on several blocks at a time.

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include <array>
#include <cstddef>
#include <cstdint>

#include "suite/numeric/wide_vectors.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench {

#ifdef __AVX2__
/// The counters of four blocks, or their words: a word in the low half of each 64-bit lane. The high
/// halves hold leftovers, which nothing may read: products read the low ones only.
struct PhiloxLanes {
  __m256i w0;
  __m256i w1;
  __m256i w2;
  __m256i w3;
};

/// Counters to words, of `quads` times four blocks. Two quads at once take less than twice the time of
/// one: the rounds of the one fill the waits of the other.
template <std::size_t quads>
inline void philox_rounds(std::uint64_t key, PhiloxLanes (&c)[quads]) {
  const __m256i m0 = _mm256_set1_epi64x(0xD2511F53);
  const __m256i m1 = _mm256_set1_epi64x(0xCD9E8D57);
  const __m256i weyl0 = _mm256_set1_epi64x(0x9E3779B9);
  const __m256i weyl1 = _mm256_set1_epi64x(0xBB67AE85);
  __m256i k0 = _mm256_set1_epi64x(static_cast<std::uint32_t>(key));
  __m256i k1 = _mm256_set1_epi64x(static_cast<std::uint32_t>(key >> 32));
  for (int round = 0; round < 10; ++round) {
    for (std::size_t q = 0; q < quads; ++q) {
      const __m256i p0 = _mm256_mul_epu32(m0, c[q].w0);
      const __m256i p1 = _mm256_mul_epu32(m1, c[q].w2);
      // The parts known before the products come first.
      c[q].w0 = _mm256_xor_si256(_mm256_srli_epi64(p1, 32), _mm256_xor_si256(c[q].w1, k0));
      c[q].w2 = _mm256_xor_si256(_mm256_srli_epi64(p0, 32), _mm256_xor_si256(c[q].w3, k1));
      c[q].w1 = p1;
      c[q].w3 = p0;
    }
    k0 = _mm256_add_epi32(k0, weyl0);
    k1 = _mm256_add_epi32(k1, weyl1);
  }
}

/// The low half of each lane of `low`, and above it that of `high`.
inline __m256i joined_halves(__m256i low, __m256i high) {
  return _mm256_blend_epi32(low, _mm256_slli_epi64(high, 32), 0xaa);
}
#endif

/// The words of the next 4 * `quads` blocks: see philox_blocks, which takes wider vectors where the
/// processor has them.
template <std::size_t quads>
inline void philox_quads(std::uint64_t key, std::uint64_t step, std::uint32_t block,
                         std::uint32_t* out) {
#ifdef __AVX2__
  PhiloxLanes words[quads];
  for (std::uint32_t q = 0; q < quads; ++q) {
    words[q] = {_mm256_set1_epi64x(static_cast<std::uint32_t>(step)),
                _mm256_set1_epi64x(static_cast<std::uint32_t>(step >> 32)),
                _mm256_add_epi32(_mm256_set1_epi64x(block),
                                 _mm256_set_epi64x(4 * q + 3, 4 * q + 2, 4 * q + 1, 4 * q)),
                _mm256_setzero_si256()};
  }
  philox_rounds(key, words);
  auto* place = reinterpret_cast<__m256i*>(out);
  for (std::size_t q = 0; q < quads; ++q) {
    // Lane i of `first` holds words 0 and 1 of block i, of `second` words 2 and 3.
    const __m256i first = joined_halves(words[q].w0, words[q].w1);
    const __m256i second = joined_halves(words[q].w2, words[q].w3);
    const __m256i even = _mm256_unpacklo_epi64(first, second);  // blocks 0 and 2
    const __m256i odd = _mm256_unpackhi_epi64(first, second);   // blocks 1 and 3
    _mm256_storeu_si256(place + 2 * q, _mm256_permute2x128_si256(even, odd, 0x20));
    _mm256_storeu_si256(place + 2 * q + 1, _mm256_permute2x128_si256(even, odd, 0x31));
  }
#else
  for (std::uint32_t b = 0; b < 4 * quads; ++b) {
    const auto words = philox_block(key, step, static_cast<std::uint32_t>(block + b));
    for (std::size_t i = 0; i < 4; ++i) out[4 * b + i] = words[i];
  }
#endif
}

/// The block of number `block` at (key, step), ..., (key, step + 3), as numbers of 64 bits: `out[s]`
/// and `out[4 + s]` are its two at step + s, the first word of each the lower. `out` has 8 places.
inline void philox_four_steps(std::uint64_t key, std::uint64_t step, std::uint32_t block,
                              std::uint64_t* out) {
#ifdef __AVX2__
  const __m256i steps = _mm256_add_epi64(_mm256_set1_epi64x(static_cast<std::int64_t>(step)),
                                         _mm256_set_epi64x(3, 2, 1, 0));
  PhiloxLanes words[1] = {
      {steps, _mm256_srli_epi64(steps, 32), _mm256_set1_epi64x(block), _mm256_setzero_si256()}};
  philox_rounds(key, words);
  auto* place = reinterpret_cast<__m256i*>(out);
  _mm256_storeu_si256(place, joined_halves(words[0].w0, words[0].w1));
  _mm256_storeu_si256(place + 1, joined_halves(words[0].w2, words[0].w3));
#else
  for (std::uint64_t s = 0; s < 4; ++s) {
    const auto words = philox_block(key, step + s, block);
    out[s] = words[0] | (static_cast<std::uint64_t>(words[1]) << 32);
    out[4 + s] = words[2] | (static_cast<std::uint64_t>(words[3]) << 32);
  }
#endif
}

/// The blocks 0 and 1 at (key, steps[s]) for four steps, as numbers of 64 bits: `out[4 s]` to `out[4 s + 3]` are
/// those of steps[s] in turn. `out` has 16 places.
inline void philox_pairs_of_blocks(std::uint64_t key, const std::array<std::uint64_t, 4>& steps,
                                   std::uint64_t* out) {
#ifdef __AVX2__
  const __m256i step = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(steps.data()));
  const __m256i high = _mm256_srli_epi64(step, 32);
  const __m256i none = _mm256_setzero_si256();
  PhiloxLanes words[2] = {{step, high, none, none}, {step, high, _mm256_set1_epi64x(1), none}};
  philox_rounds(key, words);
  // Lane s of `numbers[i]` is number i of steps[s].
  const __m256i numbers[4] = {
      joined_halves(words[0].w0, words[0].w1), joined_halves(words[0].w2, words[0].w3),
      joined_halves(words[1].w0, words[1].w1), joined_halves(words[1].w2, words[1].w3)};
  const __m256i even[2] = {_mm256_unpacklo_epi64(numbers[0], numbers[1]),
                           _mm256_unpacklo_epi64(numbers[2], numbers[3])};  // steps 0 and 2
  const __m256i odd[2] = {_mm256_unpackhi_epi64(numbers[0], numbers[1]),
                          _mm256_unpackhi_epi64(numbers[2], numbers[3])};  // steps 1 and 3
  auto* place = reinterpret_cast<__m256i*>(out);
  _mm256_storeu_si256(place, _mm256_permute2x128_si256(even[0], even[1], 0x20));
  _mm256_storeu_si256(place + 1, _mm256_permute2x128_si256(odd[0], odd[1], 0x20));
  _mm256_storeu_si256(place + 2, _mm256_permute2x128_si256(even[0], even[1], 0x31));
  _mm256_storeu_si256(place + 3, _mm256_permute2x128_si256(odd[0], odd[1], 0x31));
#else
  for (std::size_t s = 0; s < 4; ++s) {
    for (std::size_t b = 0; b < 2; ++b) {
      const auto words = philox_block(key, steps[s], b);
      out[4 * s + 2 * b] = words[0] | (static_cast<std::uint64_t>(words[1]) << 32);
      out[4 * s + 2 * b + 1] = words[2] | (static_cast<std::uint64_t>(words[3]) << 32);
    }
  }
#endif
}

#ifdef __AVX2__
/// As `philox_quads<2>`, by vectors of 512 bits.
REPLAYBENCH_WIDE inline void philox_eight_blocks_wide(std::uint64_t key, std::uint64_t step,
                                                      std::uint32_t block, std::uint32_t* out) {
  // The forms with a mask: g++ 12 warns falsely of the others (GCC PR 105593).
  constexpr __mmask8 all = 0xff;
  const __m512i low_half = _mm512_set1_epi64(0xffffffff);
  const __m512i m0 = _mm512_set1_epi64(0xD2511F53);
  const __m512i m1 = _mm512_set1_epi64(0xCD9E8D57);
  auto k0 = static_cast<std::uint32_t>(key);
  auto k1 = static_cast<std::uint32_t>(key >> 32);
  __m512i c0 = _mm512_set1_epi64(static_cast<std::uint32_t>(step));
  __m512i c1 = _mm512_set1_epi64(static_cast<std::uint32_t>(step >> 32));
  // Sums that pass 2^32 keep their carry in the high halves, which the products do not read.
  __m512i c2 = _mm512_add_epi64(_mm512_set1_epi64(block), _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0));
  __m512i c3 = _mm512_setzero_si512();
  for (int round = 0; round < 10; ++round) {
    const __m512i p0 = _mm512_maskz_mul_epu32(all, m0, c0);
    const __m512i p1 = _mm512_maskz_mul_epu32(all, m1, c2);
    const __m512i next0 = _mm512_xor_si512(
        _mm512_xor_si512(_mm512_maskz_srli_epi64(all, p1, 32), c1), _mm512_set1_epi64(k0));
    const __m512i next2 = _mm512_xor_si512(
        _mm512_xor_si512(_mm512_maskz_srli_epi64(all, p0, 32), c3), _mm512_set1_epi64(k1));
    c0 = next0;
    c1 = p1;
    c2 = next2;
    c3 = p0;
    k0 += 0x9E3779B9;
    k1 += 0xBB67AE85;
  }
  const __m512i first =
      _mm512_or_si512(_mm512_and_si512(c0, low_half), _mm512_maskz_slli_epi64(all, c1, 32));
  const __m512i second =
      _mm512_or_si512(_mm512_and_si512(c2, low_half), _mm512_maskz_slli_epi64(all, c3, 32));
  const __m512i lower = _mm512_set_epi64(11, 3, 10, 2, 9, 1, 8, 0);
  const __m512i upper = _mm512_set_epi64(15, 7, 14, 6, 13, 5, 12, 4);
  _mm512_storeu_si512(out, _mm512_permutex2var_epi64(first, lower, second));
  _mm512_storeu_si512(out + 16, _mm512_permutex2var_epi64(first, upper, second));
}
#endif

/// The words of the next `count` blocks from `block` on at (key, step), block by block: those of
/// `philox_block`. `count`: a multiple of four, known to the compiler. `out` has 4 `count` places. Block
/// numbers wrap at 2^32. O(count).
template <std::size_t count>
inline void philox_blocks(std::uint64_t key, std::uint64_t step, std::uint32_t block,
                          std::uint32_t* out) {
  static_assert(count % 4 == 0);
#ifdef __AVX2__
  if constexpr (count % 8 == 0) {
    if (numeric::has_wide_vectors()) {
      for (std::uint32_t b = 0; b < count; b += 8) {
        philox_eight_blocks_wide(key, step, block + b, out + 4 * b);
      }
      return;
    }
  }
#endif
  philox_quads<count / 4>(key, step, block, out);
}

}  // namespace replaybench

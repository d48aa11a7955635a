#include "suite/stream/word_stream.hpp"

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include <cmath>

#include "suite/numeric/elementary.hpp"

namespace replaybench {

#ifdef __AVX2__
namespace {

// Philox4x32-10 (Salmon et al. 2011) on four blocks at a time, a 32-bit word in the low half of
// each 64-bit lane. The words are those of philox_block: a test compares them.
struct FourBlocks {
  __m256i c0, c1, c2, c3;
};

FourBlocks philox_four(std::uint64_t key, std::uint64_t step, std::uint32_t block) {
  const __m256i low_half = _mm256_set1_epi64x(0xffffffff);
  const __m256i m0 = _mm256_set1_epi64x(0xD2511F53);
  const __m256i m1 = _mm256_set1_epi64x(0xCD9E8D57);
  auto k0 = static_cast<std::uint32_t>(key);
  auto k1 = static_cast<std::uint32_t>(key >> 32);
  FourBlocks x;
  x.c0 = _mm256_set1_epi64x(static_cast<std::uint32_t>(step));
  x.c1 = _mm256_set1_epi64x(static_cast<std::uint32_t>(step >> 32));
  // Block numbers wrap at 2^32 as philox_block's argument does.
  x.c2 = _mm256_set_epi64x(static_cast<std::uint32_t>(block + 3),
                           static_cast<std::uint32_t>(block + 2),
                           static_cast<std::uint32_t>(block + 1), block);
  x.c3 = _mm256_setzero_si256();
  for (int round = 0; round < 10; ++round) {
    const __m256i p0 = _mm256_mul_epu32(m0, x.c0);
    const __m256i p1 = _mm256_mul_epu32(m1, x.c2);
    const __m256i next0 =
        _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(p1, 32), x.c1), _mm256_set1_epi64x(k0));
    const __m256i next2 =
        _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(p0, 32), x.c3), _mm256_set1_epi64x(k1));
    x.c0 = next0;
    x.c1 = _mm256_and_si256(p1, low_half);
    x.c2 = next2;
    x.c3 = _mm256_and_si256(p0, low_half);
    k0 += 0x9E3779B9;
    k1 += 0xBB67AE85;
  }
  return x;
}

// The words of the four blocks, block by block.
void store(const FourBlocks& x, std::uint32_t* out) {
  // Lane i of `first` holds words 0 and 1 of block i, of `second` words 2 and 3.
  const __m256i first = _mm256_or_si256(x.c0, _mm256_slli_epi64(x.c1, 32));
  const __m256i second = _mm256_or_si256(x.c2, _mm256_slli_epi64(x.c3, 32));
  const __m256i even = _mm256_unpacklo_epi64(first, second);  // blocks 0 and 2
  const __m256i odd = _mm256_unpackhi_epi64(first, second);   // blocks 1 and 3
  auto* place = reinterpret_cast<__m256i*>(out);
  _mm256_storeu_si256(place, _mm256_permute2x128_si256(even, odd, 0x20));
  _mm256_storeu_si256(place + 1, _mm256_permute2x128_si256(even, odd, 0x31));
}

}  // namespace

void WordStream::refill() {
  const FourBlocks low = philox_four(key_, step_, block_);
  const FourBlocks high = philox_four(key_, step_, block_ + 4);
  store(low, words_.data());
  store(high, words_.data() + 16);
  block_ += blocks_at_once;
  next_ = 0;
}
#else
void WordStream::refill() {
  for (std::size_t b = 0; b < blocks_at_once; ++b) {
    const auto words = philox_block(key_, step_, block_++);
    for (std::size_t i = 0; i < 4; ++i) words_[4 * b + i] = words[i];
  }
  next_ = 0;
}
#endif

namespace {

// Layers of equal area under exp(-x^2 / 2): layer i reaches to x[i], x[0] is the width of the
// lowest layer as if it were a rectangle, x[1] where the tail begins.
struct Ziggurat {
  static constexpr int layers = 128;
  static constexpr double tail = 3.442619855899;
  static constexpr double area = 9.91256303526217e-3;
  double x[layers + 1];
  double ratio[layers];

  Ziggurat() {
    double f = numeric::exp(-0.5 * tail * tail);
    x[0] = area / f;
    x[1] = tail;
    x[layers] = 0;
    for (int i = 2; i < layers; ++i) {
      x[i] = std::sqrt(-2 * numeric::log(area / x[i - 1] + f));
      f = numeric::exp(-0.5 * x[i] * x[i]);
    }
    for (int i = 0; i < layers; ++i) ratio[i] = x[i + 1] / x[i];
  }
};

const Ziggurat ziggurat;

// Beyond the tail's begin (Marsaglia 1964).
double draw_tail(WordStream& words, bool negative) {
  double x;
  double y;
  do {
    x = numeric::log(1 - words.uniform()) / Ziggurat::tail;
    y = numeric::log(1 - words.uniform());
  } while (-2 * y < x * x);
  return negative ? x - Ziggurat::tail : Ziggurat::tail - x;
}

}  // namespace

void fill_normals(StreamKey key, std::uint64_t step, std::span<double> out) {
  WordStream words(key, step);
  const Ziggurat& z = ziggurat;
  for (double& normal : out) {
    while (true) {
      const std::uint64_t bits = words.bits();
      const auto layer = static_cast<std::size_t>(bits & 127);
      const double u = static_cast<double>(static_cast<std::int64_t>(bits) >> 10) * 0x1p-53;
      if (std::fabs(u) < z.ratio[layer]) [[likely]] {
        normal = u * z.x[layer];
        break;
      }
      if (layer == 0) {
        normal = draw_tail(words, u < 0);
        break;
      }
      const double x = u * z.x[layer];
      const double f0 = numeric::exp(-0.5 * (z.x[layer] * z.x[layer] - x * x));
      const double f1 = numeric::exp(-0.5 * (z.x[layer + 1] * z.x[layer + 1] - x * x));
      if (f1 + words.uniform() * (f0 - f1) < 1) {
        normal = x;
        break;
      }
    }
  }
}

}  // namespace replaybench

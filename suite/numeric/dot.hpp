#pragma once
// A dot product whose order of additions is written out, so that it is fast and its bits do not
// depend on the compiler.

#include <cstddef>
#include <cstring>

namespace replaybench::numeric {

/// Number of partial sums of `padded_dot`; lengths are multiples of it. 16 doubles fill four AVX
/// registers, enough independent additions to hide their latency.
inline constexpr std::size_t dot_lanes = 16;

/// Four doubles, added and multiplied each for itself (the vector extension that g++ and clang++
/// share; on machines with shorter registers the compiler splits it, the numbers stay the same).
using Quad = double __attribute__((vector_size(32)));

/// sums += the four products of the doubles from `a` on and from `b` on, any alignment. (Quads go
/// by reference: by value their passing depends on the register width, and g++ warns.)
inline void add_products(Quad& sums, const double* a, const double* b) {
  Quad left;
  Quad right;
  std::memcpy(&left, a, sizeof left);
  std::memcpy(&right, b, sizeof right);
  sums += left * right;
}

/// The smallest multiple of dot_lanes that is not below n.
constexpr std::size_t padded_size(std::size_t n) {
  return (n + dot_lanes - 1) / dot_lanes * dot_lanes;
}

/// Sum of a[i] b[i], i < size; needs `size` a multiple of dot_lanes (callers pad with zeros, which
/// changes no bit). Lane l sums the terms i = l mod 16 in order; the lanes are added pairwise, l
/// with l + 8, then + 4, + 2, + 1. A compiler can put the lanes in vector registers without
/// reordering any addition, so g++, clang++ and any vector width give the same bits. O(size).
/// Inlined by force: it is the inner loop of every score, and compilers refuse in large callers.
[[gnu::always_inline]] inline double padded_dot(const double* a, const double* b,
                                                std::size_t size) {
  // Four lanes a variable, so that they stay in registers: from an array of 16 doubles g++ 12 makes
  // memory traffic.
  Quad lanes0{}, lanes4{}, lanes8{}, lanes12{};
  for (std::size_t i = 0; i < size; i += dot_lanes) {
    add_products(lanes0, a + i, b + i);
    add_products(lanes4, a + i + 4, b + i + 4);
    add_products(lanes8, a + i + 8, b + i + 8);
    add_products(lanes12, a + i + 12, b + i + 12);
  }
  const Quad sums = (lanes0 + lanes8) + (lanes4 + lanes12);
  return (sums[0] + sums[2]) + (sums[1] + sums[3]);
}

/// Sum of a[i] b[i], i < size, for any size: the whole blocks of 16 as padded_dot does, then the
/// rest from left to right. O(size).
inline double dot(const double* a, const double* b, std::size_t size) {
  const std::size_t blocks = size / dot_lanes * dot_lanes;
  double sum = blocks > 0 ? padded_dot(a, b, blocks) : 0;
  for (std::size_t i = blocks; i < size; ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace replaybench::numeric

#pragma once
// Symmetric matrices packed by diagonals: first the main diagonal, then the one above it, and so
// on.
//
// d (d + 1) / 2 numbers instead of d^2, and every operation below is a loop over neighbours in
// memory with no sum carried from one turn to the next: compilers vectorise it without reordering
// an addition, so the bits are the same everywhere.

#include <cstddef>
#include <span>

namespace replaybench::numeric {

/// Numbers in a packed d x d matrix.
constexpr std::size_t packed_size(std::size_t d) { return d * (d + 1) / 2; }

/// Place of element (i, j), which is also (j, i), in a packed d x d matrix.
constexpr std::size_t packed_index(std::size_t d, std::size_t i, std::size_t j) {
  const std::size_t diagonal = i < j ? j - i : i - j;
  return diagonal * d - diagonal * (diagonal - 1) / 2 + (i < j ? i : j);
}

/// out = the packed products for which x^T A x is the plain dot product of packed A with `out`:
/// x_i^2 on the main diagonal, 2 x_i x_j elsewhere. `out` has packed_size(x.size()) places. O(d^2).
void quadratic_products(std::span<const double> x, double* out);

/// out = A x, A packed; `out` has x.size() places and overlaps nothing. O(d^2).
void symmetric_times(const double* packed, std::span<const double> x, double* out);

/// out += scale (column j of A), A packed d x d; `out` has d places and overlaps nothing. O(d).
void add_column(const double* packed, std::size_t d, std::size_t j, double scale, double* out);

/// A += scale u u^T, A packed. O(d^2).
void add_outer_product(double* packed, double scale, std::span<const double> u);

}  // namespace replaybench::numeric

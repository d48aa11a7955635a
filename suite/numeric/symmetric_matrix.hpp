#pragma once
// Symmetric matrices packed by diagonals: first the main diagonal, then the one above it, and so
// on.
//
// d (d + 1) / 2 numbers instead of d^2, and every operation below is a loop over neighbours in
// memory with no sum carried from one turn to the next: compilers vectorise it without reordering
// an addition, so the bits are the same everywhere.

#include <cstddef>
#include <cstdint>
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

/// out = A x, A packed; `out` has x.size() places and overlaps nothing. All numbers of A are finite.
/// O(d^2).
void symmetric_times(const double* packed, std::span<const double> x, double* out);

/// out += scale (column j of A), A packed d x d; `out` has d places and overlaps nothing. O(d).
void add_column(const double* packed, std::size_t d, std::size_t j, double scale, double* out);

/// A += scale u u^T, A packed. O(d^2).
void add_outer_product(double* packed, double scale, std::span<const double> u);

// Packed by rows instead: (0, 0), (1, 0), (1, 1), (2, 0), and so on. For matrices that are multiplied
// with sparse vectors. What is computed has the same bits as from the packing by diagonals.

/// Place of element (i, j), which is also (j, i), in a matrix packed by rows.
constexpr std::size_t row_packed_index(std::size_t i, std::size_t j) {
  return i < j ? j * (j + 1) / 2 + i : i * (i + 1) / 2 + j;
}

/// out = A x, A packed by rows, as symmetric_times. O(d^2), out of order in memory.
void row_packed_times(const double* packed, std::span<const double> x, std::span<double> out);

/// out = A x, A packed by rows, of an x that is 0 but at the increasing places `active`, as
/// add_column for each of them gives it. One pass over the memory of A. O(d a).
void row_packed_times(const double* packed, std::span<const double> x,
                      std::span<const std::uint32_t> active, std::span<double> out);

/// A += scale u u^T, A packed by rows; `buffer` has u.size() places. O(d^2).
void add_row_packed_outer_product(double* packed, double scale, std::span<const double> u,
                                  std::span<double> buffer);

}  // namespace replaybench::numeric

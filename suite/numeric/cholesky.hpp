#pragma once
// The Cholesky factor of a symmetric positive definite matrix, packed by rows (row_packed_index).
//
// Sums are added in the order of their indices, one number after the other, so the bits are the same everywhere.

#include <cstddef>
#include <span>

namespace replaybench::numeric {

/// Replaces the packed d x d matrix A by L, A = L L^T with a positive diagonal. False if A is not positive definite;
/// then A is destroyed. O(d^3).
bool cholesky(std::span<double> packed, std::size_t d);

/// x = L^-1 x. O(d^2).
void solve_lower(std::span<const double> factor, std::span<double> x);

/// x = L^-T x. O(d^2).
void solve_upper(std::span<const double> factor, std::span<double> x);

}  // namespace replaybench::numeric

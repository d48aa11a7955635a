#pragma once
// A least-squares regression kept as the triangular factor R of its matrix M = R^T R and z = R^-T v. Rows
// come in by rotations (Golub, Van Loan, "Matrix Computations", 4th ed. 2013, section 6.5): M itself,
// whose condition is the square of that of R, is never formed, nor its inverse.
//
// R is packed row after row, d, d - 1, .., 1 numbers; a root is [z | R].

#include <cstddef>
#include <span>

namespace replaybench::learning {

/// The root of [v | M], M packed by diagonals (suite/numeric/symmetric_matrix.hpp). False if M is
/// not positive definite, and the root is then of no use. O(d^3).
bool root_of(const double* moments, std::size_t d, double* root);

/// M += x x^T and v += y x. Changes `x`. O(d^2).
void add_to_root(double* root, std::span<double> x, double y);

/// M += scale^2 M' and v += scale^2 v' of another root; `buffer` has d places. O(d^3).
void add_to_root(double* root, const double* other, double scale, std::span<double> buffer);

/// x = R^-T x, whose square is x^T M^-1 x. O(d^2).
void solve_transposed(const double* r, std::span<double> x);

/// x = R^-1 x. O(d^2).
void solve_upper(const double* r, std::span<double> x);

}  // namespace replaybench::learning

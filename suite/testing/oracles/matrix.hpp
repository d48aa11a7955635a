#pragma once
// Dense matrices for the oracles of tests. The operations are Eigen's, compiled once (matrix.cpp): a test that includes
// Eigen itself takes 10 to 20 s longer to compile.

#include <cstddef>
#include <vector>

namespace replaybench::testing {

/// A matrix of doubles. A vector is a matrix with one column.
class Matrix {
 public:
  Matrix() = default;
  /// Zeros.
  explicit Matrix(std::size_t rows, std::size_t columns = 1)
      : rows_(rows), columns_(columns), values_(rows * columns) {}
  /// The vector of `values`.
  Matrix(const std::vector<double>& values) : rows_(values.size()), columns_(1), values_(values) {}
  static Matrix identity(std::size_t order);

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  /// Column after column.
  double* data() { return values_.data(); }
  const double* data() const { return values_.data(); }
  double& operator()(std::size_t row, std::size_t column) { return values_[column * rows_ + row]; }
  double operator()(std::size_t row, std::size_t column) const {
    return values_[column * rows_ + row];
  }
  /// An element of a vector.
  double& operator[](std::size_t row) { return values_[row]; }
  double operator[](std::size_t row) const { return values_[row]; }

  Matrix transpose() const;
  Matrix inverse() const;
  /// The scalar product of two vectors.
  double dot(const Matrix& other) const;
  Matrix& operator+=(const Matrix& other);
  Matrix& operator-=(const Matrix& other);
  bool operator==(const Matrix&) const = default;

 private:
  std::size_t rows_ = 0, columns_ = 0;
  std::vector<double> values_;
};

Matrix operator+(Matrix a, const Matrix& b);
Matrix operator-(Matrix a, const Matrix& b);
Matrix operator*(double factor, Matrix a);
Matrix operator*(const Matrix& a, const Matrix& b);

/// x of a x = b, for a positive definite `a`, by its Cholesky factors.
Matrix solve_positive(const Matrix& a, const Matrix& b);
/// x of a x = b, for an `a` that is zero below the diagonal.
Matrix solve_upper(const Matrix& a, const Matrix& b);

/// A least-squares fit of y by the columns of x, which may depend on each other.
struct LeastSquares {
  double residual;  ///< |y - x w|^2
  std::size_t rank;
};
LeastSquares least_squares(const Matrix& x, const Matrix& y);

}  // namespace replaybench::testing

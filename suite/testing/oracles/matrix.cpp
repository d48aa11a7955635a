#include "suite/testing/oracles/matrix.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/QR>
#include <utility>

namespace replaybench::testing {

namespace {

using Map = Eigen::Map<Eigen::MatrixXd>;
using ConstMap = Eigen::Map<const Eigen::MatrixXd>;

Map map(Matrix& a) {
  return {a.data(), static_cast<Eigen::Index>(a.rows()), static_cast<Eigen::Index>(a.columns())};
}

ConstMap map(const Matrix& a) {
  return {a.data(), static_cast<Eigen::Index>(a.rows()), static_cast<Eigen::Index>(a.columns())};
}

}  // namespace

Matrix Matrix::identity(std::size_t order) {
  Matrix result(order, order);
  for (std::size_t i = 0; i < order; ++i) result(i, i) = 1;
  return result;
}

Matrix Matrix::transpose() const {
  Matrix result(columns_, rows_);
  map(result) = map(*this).transpose();
  return result;
}

Matrix Matrix::inverse() const {
  Matrix result(rows_, columns_);
  map(result) = map(*this).inverse();
  return result;
}

double Matrix::dot(const Matrix& other) const { return map(*this).col(0).dot(map(other).col(0)); }

Matrix& Matrix::operator+=(const Matrix& other) {
  map(*this) += map(other);
  return *this;
}

Matrix& Matrix::operator-=(const Matrix& other) {
  map(*this) -= map(other);
  return *this;
}

Matrix operator+(Matrix a, const Matrix& b) { return std::move(a += b); }

Matrix operator-(Matrix a, const Matrix& b) { return std::move(a -= b); }

Matrix operator*(double factor, Matrix a) {
  map(a) *= factor;
  return a;
}

Matrix operator*(const Matrix& a, const Matrix& b) {
  Matrix result(a.rows(), b.columns());
  map(result).noalias() = map(a) * map(b);
  return result;
}

Matrix solve_positive(const Matrix& a, const Matrix& b) {
  Matrix result(a.rows(), b.columns());
  map(result) = map(a).llt().solve(map(b));
  return result;
}

Matrix solve_upper(const Matrix& a, const Matrix& b) {
  Matrix result(a.rows(), b.columns());
  map(result) = map(a).triangularView<Eigen::Upper>().solve(map(b));
  return result;
}

LeastSquares least_squares(const Matrix& x, const Matrix& y) {
  const Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> qr(map(x));
  const Eigen::MatrixXd wanted = map(y);
  return {(wanted - map(x) * qr.solve(wanted)).squaredNorm(), static_cast<std::size_t>(qr.rank())};
}

}  // namespace replaybench::testing

#include "suite/testing/oracles/batch_ridge.hpp"

#include <Eigen/QR>
#include <cmath>

namespace replaybench::testing {

namespace {

Eigen::HouseholderQR<Eigen::MatrixXd> qr_of(const std::vector<double>& rows,
                                            std::size_t dimension) {
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return Eigen::HouseholderQR<Eigen::MatrixXd>(
      Eigen::Map<const Rows>(rows.data(), static_cast<Eigen::Index>(rows.size() / dimension),
                             static_cast<Eigen::Index>(dimension)));
}

Eigen::Map<const Eigen::VectorXd> vector_of(const double* values, std::size_t count) {
  return {values, static_cast<Eigen::Index>(count)};
}

}  // namespace

BatchRidge::BatchRidge(std::size_t dimension, double lambda)
    : dimension_(dimension), rows_(dimension * dimension), targets_(dimension) {
  for (std::size_t i = 0; i < dimension; ++i) rows_[i * dimension + i] = std::sqrt(lambda);
}

void BatchRidge::add(const Matrix& x, double reward) {
  rows_.insert(rows_.end(), x.data(), x.data() + dimension_);
  targets_.push_back(reward);
}

Matrix BatchRidge::theta() const {
  const Eigen::VectorXd solution =
      qr_of(rows_, dimension_).solve(vector_of(targets_.data(), targets_.size()));
  return std::vector<double>(solution.begin(), solution.end());
}

double BatchRidge::variance(const Matrix& x) const {
  const auto qr = qr_of(rows_, dimension_);
  const Eigen::VectorXd solution = qr.matrixQR()
                                       .topRows(static_cast<Eigen::Index>(dimension_))
                                       .triangularView<Eigen::Upper>()
                                       .transpose()
                                       .solve(vector_of(x.data(), dimension_));
  return solution.squaredNorm();
}

Matrix BatchRidge::factor() const {
  Matrix result(dimension_, dimension_);
  const auto qr = qr_of(rows_, dimension_);
  for (std::size_t row = 0; row < dimension_; ++row) {
    for (std::size_t column = row; column < dimension_; ++column) {
      result(row, column) =
          qr.matrixQR()(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(column));
    }
  }
  return result;
}

}  // namespace replaybench::testing

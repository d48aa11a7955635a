#pragma once
// What the tests of the linear algorithms share: ridge regression from all records at once, and
// random contexts, dense or sparse.

#include <Eigen/QR>
#include <cmath>
#include <vector>

#include "suite/model/action.hpp"
#include "suite/model/context.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::testing {

inline Eigen::VectorXd vector_of(const std::vector<double>& values) {
  return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

/// Ridge regression by QR of [sqrt(lambda) I; X]: no inverse, no recursion, no normal equations.
struct BatchRidge {
  BatchRidge(std::size_t dimension, double lambda)
      : rows(std::sqrt(lambda) * Eigen::MatrixXd::Identity(static_cast<Eigen::Index>(dimension),
                                                           static_cast<Eigen::Index>(dimension))),
        targets(Eigen::VectorXd::Zero(static_cast<Eigen::Index>(dimension))) {}

  void add(const Eigen::VectorXd& x, double reward) {
    rows.conservativeResize(rows.rows() + 1, Eigen::NoChange);
    rows.bottomRows(1) = x.transpose();
    targets.conservativeResize(targets.size() + 1);
    targets[targets.size() - 1] = reward;
  }
  Eigen::VectorXd theta() const { return rows.householderQr().solve(targets); }
  /// x^T (R^T R)^-1 x = |R^-T x|^2.
  double variance(const Eigen::VectorXd& x) const {
    return factor().transpose().triangularView<Eigen::Lower>().solve(x).squaredNorm();
  }
  /// R, upper triangular, R^T R = lambda I + X^T X.
  Eigen::MatrixXd factor() const {
    const Eigen::HouseholderQR<Eigen::MatrixXd> qr(rows);
    return qr.matrixQR().topRows(rows.cols()).triangularView<Eigen::Upper>();
  }

  Eigen::MatrixXd rows;
  Eigen::VectorXd targets;
};

/// A context whose features are zero but for `active` of them; the last one, the constant, is
/// always 1.
struct SparseVector {
  SparseVector(std::size_t dimension, std::size_t others, Draws& draws) : values(dimension) {
    for (std::size_t n = 0; n < others; ++n) {
      values[draws.below(static_cast<std::uint32_t>(dimension - 1))] = draws.normal();
    }
    values.back() = 1;
    for (std::size_t i = 0; i < dimension; ++i) {
      if (values[i] != 0) active.push_back(static_cast<std::uint32_t>(i));
    }
  }
  Context dense() const { return Context(values); }
  Context sparse() const { return Context::sparse(values, active); }

  std::vector<double> values;
  std::vector<std::uint32_t> active;
};

}  // namespace replaybench::testing

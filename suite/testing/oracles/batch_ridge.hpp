#pragma once
// Shared by the tests of the linear algorithms: ridge regression from all records at once, and
// random contexts, dense or sparse.

#include <vector>

#include "suite/model/action.hpp"
#include "suite/model/context.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/oracles/matrix.hpp"

namespace replaybench::testing {

/// Ridge regression by QR of [sqrt(lambda) I; X]: no inverse, no recursion, no normal equations.
class BatchRidge {
 public:
  BatchRidge(std::size_t dimension, double lambda);

  void add(const Matrix& x, double reward);
  Matrix theta() const;
  /// x^T (R^T R)^-1 x = |R^-T x|^2.
  double variance(const Matrix& x) const;
  /// R, upper triangular, R^T R = lambda I + X^T X.
  Matrix factor() const;

 private:
  std::size_t dimension_;
  std::vector<double> rows_;  // row after row
  std::vector<double> targets_;
};

/// A context whose features are zero except for `active` of them; the last one, the constant, is
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

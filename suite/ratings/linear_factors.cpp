// The factorisations that need linear algebra: the SVD and alternating least squares.

// Eigen lives in a namespace of its own here, as in suite/learning/ridge.cpp: a program that uses
// Eigen too, compiled for another vector width, must not share its inline functions.
#define Eigen replaybench_eigen
#include <Eigen/Cholesky>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

#include "suite/model/numerical_failure.hpp"
#include "suite/ratings/factors.hpp"

namespace replaybench::ratings {

namespace {

// Eigen's blocking decides bits: it is not to follow the caches of the machine.
[[maybe_unused]] const bool caches_are_fixed = [] {
  Eigen::setCpuCacheSizes(32 * 1024, 256 * 1024, 2 * 1024 * 1024);
  return true;
}();

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

// The residuals of one user's (or item's) ratings, and the lines of the other side that they are
// of.
struct LineRatings {
  std::vector<std::uint32_t> others;
  std::vector<double> values;
};

std::vector<LineRatings> by_line(std::span<const Rating> ratings, std::size_t lines, Axis axis) {
  std::vector<LineRatings> out(lines);
  for (const Rating& rating : ratings) {
    LineRatings& line = out[axis == Axis::users ? rating.user : rating.item];
    line.others.push_back(axis == Axis::users ? rating.item : rating.user);
    line.values.push_back(rating.value);
  }
  return out;
}

// Ridge regression of a line's ratings on the others' factors.
void solve_line(const LineRatings& line, const std::vector<double>& others, std::size_t rank,
                double lambda, double* out) {
  if (line.others.empty()) {
    std::fill_n(out, rank, 0.0);
    return;
  }
  Matrix gram = Matrix::Zero(index(rank), index(rank));
  Vector moment = Vector::Zero(index(rank));
  for (std::size_t n = 0; n < line.others.size(); ++n) {
    const double* x = others.data() + line.others[n] * rank;
    for (std::size_t j = 0; j < rank; ++j) {
      moment[index(j)] += line.values[n] * x[j];
      for (std::size_t k = 0; k <= j; ++k) gram(index(j), index(k)) += x[j] * x[k];
    }
  }
  for (std::size_t j = 0; j < rank; ++j) gram(index(j), index(j)) += lambda;
  const Eigen::LDLT<Matrix> factor(gram);
  const Vector solution = factor.solve(moment);
  for (std::size_t j = 0; j < rank; ++j) out[j] = solution[index(j)];
  for (std::size_t j = 0; j < rank; ++j) {
    if (std::isfinite(out[j])) continue;
    throw NumericalFailure(
        "matrix factorisation: a least-squares problem overflowed; scale the "
        "ratings, or raise lambda");
  }
}

void sweep_joint(const std::vector<LineRatings>& lines, const std::vector<double>& others,
                 std::size_t rank, double lambda, std::vector<double>& out) {
  for (std::size_t l = 0; l < lines.size(); ++l) {
    solve_line(lines[l], others, rank, lambda, out.data() + l * rank);
  }
}

// One factor's least squares in closed form: sum e x / (lambda + sum x^2).
void sweep_factor(const std::vector<LineRatings>& lines, const std::vector<double>& others,
                  std::size_t rank, std::size_t j, double lambda, std::vector<double>& out) {
  for (std::size_t l = 0; l < lines.size(); ++l) {
    double above = 0;
    double below = lambda;
    for (std::size_t n = 0; n < lines[l].others.size(); ++n) {
      const double* x = others.data() + lines[l].others[n] * rank;
      double error = lines[l].values[n];
      for (std::size_t k = 0; k < j; ++k) error -= out[l * rank + k] * x[k];
      above += error * x[j];
      below += x[j] * x[j];
    }
    out[l * rank + j] = below > 0 ? above / below : 0;
  }
}

}  // namespace

Factors truncated_svd(std::span<const double> values, std::size_t users, std::size_t items,
                      std::size_t rank, double shrinkage, std::vector<double>* singular) {
  Matrix matrix(index(users), index(items));
  for (std::size_t u = 0; u < users; ++u) {
    for (std::size_t i = 0; i < items; ++i) matrix(index(u), index(i)) = values[u * items + i];
  }
  const Eigen::JacobiSVD<Matrix> svd(matrix, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const Vector& sigma = svd.singularValues();
  if (singular) singular->assign(sigma.data(), sigma.data() + sigma.size());
  Factors out{rank, std::vector<double>(users * rank), std::vector<double>(items * rank)};
  for (std::size_t j = 0; j < rank; ++j) {
    const double kept = std::max(sigma[index(j)] - shrinkage, 0.0);
    for (std::size_t u = 0; u < users; ++u) {
      out.users[u * rank + j] = svd.matrixU()(index(u), index(j)) * kept;
    }
    for (std::size_t i = 0; i < items; ++i) {
      out.items[i * rank + j] = svd.matrixV()(index(i), index(j));
    }
  }
  return out;
}

Factors als_factors(std::size_t users, std::size_t items, std::span<const Rating> ratings,
                    const AlsOptions& options, StreamKey key) {
  const std::size_t f = options.rank;
  Factors out{f, std::vector<double>(users * f), std::vector<double>(items * f)};
  const auto of_users = by_line(ratings, users, Axis::users);
  const auto of_items = by_line(ratings, items, Axis::items);
  for (std::size_t i = 0; i < items; ++i) {
    Draws draws(key, i);
    for (std::size_t j = 0; j < f; ++j) out.items[i * f + j] = 0.1 * draws.normal();
  }
  if (options.joint) {
    for (std::size_t sweep = 0; sweep < options.sweeps; ++sweep) {
      sweep_joint(of_users, out.items, f, options.lambda, out.users);
      sweep_joint(of_items, out.users, f, options.lambda, out.items);
    }
    return out;
  }
  for (std::size_t j = 0; j < f; ++j) {
    for (std::size_t sweep = 0; sweep < options.sweeps; ++sweep) {
      sweep_factor(of_users, out.items, f, j, options.lambda, out.users);
      sweep_factor(of_items, out.users, f, j, options.lambda, out.items);
    }
  }
  return out;
}

}  // namespace replaybench::ratings

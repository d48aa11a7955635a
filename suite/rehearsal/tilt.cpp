#include "suite/rehearsal/tilt.hpp"

#include <algorithm>
#include <cmath>

#include "suite/numeric/cholesky.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/numeric/logistic.hpp"
#include "suite/numeric/symmetric_matrix.hpp"

namespace replaybench::rehearsal {

namespace {

constexpr double least_chance = 1e-4;

double logit(double q) {
  const double kept = std::clamp(q, least_chance, 1 - least_chance);
  return numeric::log(kept / (1 - kept));
}

// Places of the columns, the constant being 0, that do not depend linearly on those before them.
std::vector<std::size_t> independent_columns(std::span<const double> columns, std::size_t count,
                                             std::size_t n) {
  const auto value = [&](std::size_t i, std::size_t j) {
    return j == 0 ? 1.0 : columns[i * count + j - 1];
  };
  std::vector<std::size_t> kept;
  std::vector<std::vector<double>> basis;
  for (std::size_t j = 0; j <= count; ++j) {
    std::vector<double> rest(n);
    double before = 0;
    for (std::size_t i = 0; i < n; ++i) {
      rest[i] = value(i, j);
      before += rest[i] * rest[i];
    }
    for (const auto& other : basis) {
      double product = 0;
      for (std::size_t i = 0; i < n; ++i) product += other[i] * rest[i];
      for (std::size_t i = 0; i < n; ++i) rest[i] -= product * other[i];
    }
    double left = 0;
    for (const double part : rest) left += part * part;
    if (!(left > 1e-10 * before)) continue;
    for (double& part : rest) part /= std::sqrt(left);
    basis.push_back(std::move(rest));
    kept.push_back(j);
  }
  return kept;
}

// The normal equations of one step: the packed matrix sum v z z^T and the vector sum e z, z the kept columns.
class Equations {
 public:
  Equations(std::span<const double> columns, std::size_t count, std::vector<std::size_t> kept)
      : columns_(columns), count_(count), kept_(std::move(kept)), row_(kept_.size()) {
    clear();
  }
  std::size_t size() const { return kept_.size(); }
  const std::vector<std::size_t>& kept() const { return kept_; }
  void clear() {
    matrix_.assign(numeric::packed_size(size()), 0);
    vector_.assign(size(), 0);
  }
  std::span<const double> row(std::size_t i) {
    for (std::size_t j = 0; j < kept_.size(); ++j) {
      row_[j] = kept_[j] == 0 ? 1 : columns_[i * count_ + kept_[j] - 1];
    }
    return row_;
  }
  void add(std::size_t i, double weight, double error) {
    const auto z = row(i);
    for (std::size_t j = 0; j < z.size(); ++j) {
      vector_[j] += error * z[j];
      for (std::size_t k = 0; k <= j; ++k) {
        matrix_[numeric::row_packed_index(j, k)] += weight * z[j] * z[k];
      }
    }
  }
  // False if there is no one solution.
  bool factorise() { return numeric::cholesky(matrix_, size()); }
  std::vector<double> solution() const { return solve(vector_); }
  std::vector<double> solve(std::vector<double> right) const {
    numeric::solve_lower(matrix_, right);
    numeric::solve_upper(matrix_, right);
    return right;
  }

 private:
  std::span<const double> columns_;
  std::size_t count_;
  std::vector<std::size_t> kept_;
  std::vector<double> row_, matrix_, vector_;
};

// The inverse of the factorised matrix, row by row.
std::vector<double> inverse(const Equations& equations) {
  const std::size_t d = equations.size();
  std::vector<double> result(d * d);
  for (std::size_t j = 0; j < d; ++j) {
    std::vector<double> unit(d, 0);
    unit[j] = 1;
    const std::vector<double> row = equations.solve(std::move(unit));
    for (std::size_t k = 0; k < d; ++k) result[j * d + k] = row[k];
  }
  return result;
}

// A B A, matrices d x d row by row, A symmetric.
std::vector<double> sandwich(const std::vector<double>& a, const std::vector<double>& b,
                             std::size_t d) {
  const auto times = [d](const std::vector<double>& x, const std::vector<double>& y) {
    std::vector<double> product(d * d, 0);
    for (std::size_t i = 0; i < d; ++i) {
      for (std::size_t k = 0; k < d; ++k) {
        for (std::size_t j = 0; j < d; ++j) product[i * d + j] += x[i * d + k] * y[k * d + j];
      }
    }
    return product;
  };
  return times(times(a, b), a);
}

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return sum;
}

// The maximum of the likelihood; false if Newton's steps do not come to rest.
bool fit_logistic(Equations& equations, std::span<const double> rewards,
                  std::span<const double> offsets, std::vector<double>& theta) {
  constexpr int most_steps = 100;
  bool converged = false;
  for (int step = 0; step <= most_steps; ++step) {
    equations.clear();
    for (std::size_t i = 0; i < rewards.size(); ++i) {
      const double q = numeric::logistic(offsets[i] + dot(equations.row(i), theta));
      equations.add(i, q * (1 - q), rewards[i] - q);
    }
    if (!equations.factorise()) return false;
    if (converged) return true;  // the information is that of the last coefficients
    const auto change = equations.solution();
    double largest = 0;
    for (const double part : change) largest = std::max(largest, std::fabs(part));
    if (!std::isfinite(largest)) return false;
    for (std::size_t j = 0; j < theta.size(); ++j) theta[j] += change[j] / std::max(1.0, largest);
    converged = largest < 1e-11;
  }
  return converged;
}

// Coefficients and covariance of the kept columns, at the places of all.
void spread(Tilt& tilt, const Equations& equations, std::span<const double> theta,
            const std::vector<double>& covariance) {
  const std::size_t all = tilt.coefficients.size(), d = equations.size();
  for (std::size_t j = 0; j < d; ++j) {
    tilt.coefficients[equations.kept()[j]] = theta[j];
    for (std::size_t k = 0; k < d; ++k) {
      tilt.covariance[equations.kept()[j] * all + equations.kept()[k]] = covariance[j * d + k];
    }
  }
}

}  // namespace

double Tilt::apply(double q, std::span<const double> columns, std::span<const double> with) const {
  const double change = with[0] + dot(columns, with.subspan(1));
  return logistic ? numeric::logistic(logit(q) + change) : q + change;
}

std::vector<double> Tilt::drawn(StreamKey key) const {
  const std::size_t all = coefficients.size();
  std::vector<std::size_t> kept;
  for (std::size_t j = 0; j < all; ++j) {
    if (covariance[j * all + j] > 0) kept.push_back(j);
  }
  std::vector<double> factor(numeric::packed_size(kept.size())), result = coefficients;
  for (std::size_t j = 0; j < kept.size(); ++j) {
    for (std::size_t k = 0; k <= j; ++k) {
      factor[numeric::row_packed_index(j, k)] = covariance[kept[j] * all + kept[k]];
    }
  }
  if (!numeric::cholesky(factor, kept.size())) return result;
  std::vector<double> normals(kept.size());
  Draws(key, 0).normals(normals);
  for (std::size_t j = 0; j < kept.size(); ++j) {
    for (std::size_t k = 0; k <= j; ++k) {
      result[kept[j]] += factor[numeric::row_packed_index(j, k)] * normals[k];
    }
  }
  return result;
}

Tilt fit_tilt(bool logistic, std::span<const double> rewards, std::span<const double> predictions,
              std::span<const double> columns, std::size_t count) {
  const std::size_t n = rewards.size();
  Tilt tilt{.logistic = logistic,
            .coefficients = std::vector<double>(count + 1, 0),
            .covariance = std::vector<double>((count + 1) * (count + 1), 0)};
  Equations equations(columns, count, independent_columns(columns, count, n));
  const std::size_t d = equations.size();
  std::vector<double> theta(d, 0);
  if (logistic) {
    std::vector<double> offsets(n);
    std::transform(predictions.begin(), predictions.end(), offsets.begin(), logit);
    tilt.converged = fit_logistic(equations, rewards, offsets, theta);
    if (tilt.converged) spread(tilt, equations, theta, inverse(equations));
    return tilt;
  }
  for (std::size_t i = 0; i < n; ++i) equations.add(i, 1, rewards[i] - predictions[i]);
  tilt.converged = equations.factorise();
  if (!tilt.converged) return tilt;
  theta = equations.solution();
  std::vector<double> meat(d * d, 0);
  for (std::size_t i = 0; i < n; ++i) {
    const auto z = equations.row(i);
    const double error = rewards[i] - predictions[i] - dot(z, theta);
    for (std::size_t j = 0; j < d; ++j) {
      for (std::size_t k = 0; k < d; ++k) meat[j * d + k] += error * error * z[j] * z[k];
    }
  }
  spread(tilt, equations, theta, sandwich(inverse(equations), meat, d));
  return tilt;
}

}  // namespace replaybench::rehearsal

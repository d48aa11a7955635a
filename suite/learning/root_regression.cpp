#include "suite/learning/root_regression.hpp"

#include <cmath>

#include "suite/numeric/symmetric_matrix.hpp"

namespace replaybench::learning {

namespace {

// R(i, j), i <= j, behind z.
std::size_t place(std::size_t d, std::size_t i, std::size_t j) {
  return d + i * d - i * (i + 1) / 2 + j;
}

}  // namespace

bool root_of(const double* moments, std::size_t d, double* root) {
  const double* m = moments + d;
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = i; j < d; ++j) {
      double sum = m[numeric::packed_index(d, i, j)];
      for (std::size_t k = 0; k < i; ++k) sum -= root[place(d, k, i)] * root[place(d, k, j)];
      if (i == j && !(sum > 0)) return false;
      root[place(d, i, j)] = i == j ? std::sqrt(sum) : sum / root[place(d, i, i)];
    }
    double sum = moments[i];
    for (std::size_t k = 0; k < i; ++k) sum -= root[place(d, k, i)] * root[k];
    root[i] = sum / root[place(d, i, i)];
  }
  return true;
}

void add_to_root(double* root, std::span<double> x, double y) {
  const std::size_t d = x.size();
  for (std::size_t i = 0; i < d; ++i) {
    if (x[i] == 0) continue;
    double* row = root + place(d, i, 0);
    const double length = std::sqrt(row[i] * row[i] + x[i] * x[i]);
    const double c = row[i] / length;
    const double s = x[i] / length;
    row[i] = length;
    const auto rotate = [c, s](double& kept, double& rest) {
      const double old = kept;
      kept = c * old + s * rest;
      rest = c * rest - s * old;
    };
    for (std::size_t j = i + 1; j < d; ++j) rotate(row[j], x[j]);
    rotate(root[i], y);
  }
}

void add_to_root(double* root, const double* other, double scale, std::span<double> buffer) {
  const std::size_t d = buffer.size();
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = 0; j < d; ++j) buffer[j] = j < i ? 0 : scale * other[place(d, i, j)];
    add_to_root(root, buffer, scale * other[i]);
  }
}

void solve_transposed(const double* r, std::span<double> x) {
  const std::size_t d = x.size();
  for (std::size_t i = 0; i < d; ++i) {
    x[i] /= *r++;
    for (std::size_t j = i + 1; j < d; ++j) x[j] -= *r++ * x[i];
  }
}

void solve_upper(const double* r, std::span<double> x) {
  const std::size_t d = x.size();
  r += numeric::packed_size(d);
  for (std::size_t i = d; i-- > 0;) {
    r -= d - i;
    for (std::size_t k = i + 1; k < d; ++k) x[i] -= r[k - i] * x[k];
    x[i] /= r[0];
  }
}

}  // namespace replaybench::learning

#include "suite/numeric/cholesky.hpp"

#include <cmath>

namespace replaybench::numeric {

bool cholesky(std::span<double> packed, std::size_t d) {
  double* row = packed.data();
  for (std::size_t i = 0; i < d; row += ++i) {
    const double* other = packed.data();
    for (std::size_t j = 0; j <= i; other += ++j) {
      double sum = row[j];
      for (std::size_t k = 0; k < j; ++k) sum -= row[k] * other[k];
      if (i == j && !(sum > 0)) return false;
      row[j] = i == j ? std::sqrt(sum) : sum / other[j];
    }
  }
  return true;
}

void solve_lower(std::span<const double> factor, std::span<double> x) {
  const double* row = factor.data();
  for (std::size_t i = 0; i < x.size(); row += ++i) {
    for (std::size_t k = 0; k < i; ++k) x[i] -= row[k] * x[k];
    x[i] /= row[i];
  }
}

void solve_upper(std::span<const double> factor, std::span<double> x) {
  const auto at = [&](std::size_t row, std::size_t column) {
    return factor[row * (row + 1) / 2 + column];
  };
  for (std::size_t i = x.size(); i-- > 0;) {
    for (std::size_t k = i + 1; k < x.size(); ++k) x[i] -= at(k, i) * x[k];
    x[i] /= at(i, i);
  }
}

}  // namespace replaybench::numeric

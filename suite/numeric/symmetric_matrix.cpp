#include "suite/numeric/symmetric_matrix.hpp"

namespace replaybench::numeric {

// `__restrict`: without it the compiler tests for overlap at every diagonal, which costs as much as
// the short loops.

void quadratic_products(std::span<const double> x, double* __restrict out) {
  const double* __restrict from = x.data();
  const std::size_t d = x.size();
  for (std::size_t i = 0; i < d; ++i) out[i] = from[i] * from[i];
  for (std::size_t k = 1; k < d; ++k) {
    out += d - k + 1;
    for (std::size_t i = 0; i < d - k; ++i) out[i] = 2 * from[i] * from[i + k];
  }
}

void symmetric_times(const double* __restrict packed, std::span<const double> x,
                     double* __restrict out) {
  const double* __restrict from = x.data();
  const std::size_t d = x.size();
  for (std::size_t i = 0; i < d; ++i) out[i] = packed[i] * from[i];
  for (std::size_t k = 1; k < d; ++k) {
    packed += d - k + 1;
    for (std::size_t i = 0; i < d - k; ++i) out[i] += packed[i] * from[i + k];
    for (std::size_t i = 0; i < d - k; ++i) out[i + k] += packed[i] * from[i];
  }
}

void add_column(const double* __restrict packed, std::size_t d, std::size_t j, double scale,
                double* __restrict out) {
  // (i, j), i >= j: place j of diagonal i - j. Diagonal k has d - k places.
  std::size_t place = j;
  for (std::size_t i = j; i < d; ++i) {
    out[i] += scale * packed[place];
    place += d - (i - j);
  }
  // (i, j), i < j: place i of diagonal j - i.
  place = j;
  for (std::size_t i = j; i-- > 0;) {
    place += d - (j - i - 1) - 1;
    out[i] += scale * packed[place];
  }
}

void add_outer_product(double* __restrict packed, double scale, std::span<const double> u) {
  const double* __restrict from = u.data();
  const std::size_t d = u.size();
  for (std::size_t k = 0; k < d; ++k) {
    for (std::size_t i = 0; i < d - k; ++i) packed[i] += scale * from[i] * from[i + k];
    packed += d - k;
  }
}

}  // namespace replaybench::numeric

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

void row_packed_times(const double* packed, std::span<const double> x, std::span<double> out) {
  const std::size_t d = x.size();
  for (std::size_t i = 0; i < d; ++i) {
    double sum = packed[row_packed_index(i, i)] * x[i];
    for (std::size_t k = 1; k < d; ++k) {
      if (i + k < d) sum += packed[row_packed_index(i, i + k)] * x[i + k];
      if (i >= k) sum += packed[row_packed_index(i - k, i)] * x[i - k];
    }
    out[i] = sum;
  }
}

void row_packed_times(const double* __restrict packed, std::span<const double> x,
                      std::span<const std::uint32_t> active, std::span<double> out) {
  const double* __restrict from = x.data();
  double* __restrict to = out.data();
  std::size_t below = 0;  // active places up to i
  for (std::size_t i = 0; i < x.size(); ++i) {
    const bool is_active = below < active.size() && active[below] == i;
    if (is_active) {
      const double scale = from[i];
      for (std::size_t j = 0; j < i; ++j) to[j] += scale * packed[j];
      ++below;
    }
    double sum = 0;
    for (std::size_t a = 0; a < below; ++a) sum += from[active[a]] * packed[active[a]];
    to[i] = sum;
    packed += i + 1;
  }
}

void add_row_packed_outer_product(double* __restrict packed, double scale,
                                  std::span<const double> u, std::span<double> buffer) {
  const double* __restrict from = u.data();
  double* __restrict scaled = buffer.data();
  const std::size_t d = u.size();
  for (std::size_t i = 0; i < d; ++i) scaled[i] = scale * from[i];
  for (std::size_t i = 0; i < d; ++i) {
    const double factor = from[i];
    for (std::size_t j = 0; j <= i; ++j) packed[j] += scaled[j] * factor;
    packed += i + 1;
  }
}

}  // namespace replaybench::numeric

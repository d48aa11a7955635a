#include "suite/numeric/symmetric_matrix.hpp"

#include <algorithm>
#include <cstring>

#include "suite/numeric/dot.hpp"

namespace replaybench::numeric {

// `__restrict`: without it the compiler tests for overlap at every diagonal, which costs as much as
// the short loops.

namespace {

// The dimension of the thesis's simulated problems, 15 features and the constant: with the lengths of
// the diagonals known, loops are written out by the compiler and sums stay in registers.
constexpr std::size_t usual = 16;

// From diagonal k on.
template <std::size_t k>
void usual_products(const double* __restrict x, double* __restrict out) {
  if constexpr (k < usual) {
    for (std::size_t i = 0; i < usual - k; ++i) out[i] = 2 * x[i] * x[i + k];
    usual_products<k + 1>(x, out + (usual - k));
  }
}

// From diagonal k on. Lanes beyond the ends of a diagonal hold its neighbours' numbers and meet the
// zeros around `x`.
template <std::size_t k>
void usual_times(const double* packed, const double* x, Quad (&sums)[usual / 4]) {
  if constexpr (k < usual) {
    if constexpr (usual - k >= 3) {
      for (std::size_t i = 0; i < usual - k; i += 4) {
        add_products(sums[i / 4], packed + i, x + i + k);
      }
    } else {  // four numbers would reach beyond the matrix
      for (std::size_t i = 0; i < usual - k; ++i) sums[0][i] += packed[i] * x[i + k];
    }
    for (std::size_t i = k / 4 * 4; i < usual; i += 4) {
      add_products(sums[i / 4], packed + i - k, x + i - k);
    }
    usual_times<k + 1>(packed + (usual - k), x, sums);
  }
}

// The order of the additions is that of the loop for any dimension.
void usual_times(const double* packed, const double* x, double* out) {
  constexpr std::size_t zeros = 4;
  double padded[zeros + usual + zeros] = {};
  std::copy_n(x, usual, padded + zeros);
  Quad sums[usual / 4] = {};
  for (std::size_t i = 0; i < usual; i += 4) {
    std::memcpy(&sums[i / 4], packed + i, sizeof(Quad));
    Quad four;
    std::memcpy(&four, x + i, sizeof four);
    sums[i / 4] *= four;
  }
  usual_times<1>(packed + usual, padded + zeros, sums);
  std::memcpy(out, sums, sizeof sums);
}

}  // namespace

void quadratic_products(std::span<const double> x, double* __restrict out) {
  const double* __restrict from = x.data();
  const std::size_t d = x.size();
  for (std::size_t i = 0; i < d; ++i) out[i] = from[i] * from[i];
  if (d == usual) {
    usual_products<1>(from, out + d);
    return;
  }
  for (std::size_t k = 1; k < d; ++k) {
    out += d - k + 1;
    for (std::size_t i = 0; i < d - k; ++i) out[i] = 2 * from[i] * from[i + k];
  }
}

void symmetric_times(const double* __restrict packed, std::span<const double> x,
                     double* __restrict out) {
  const double* __restrict from = x.data();
  const std::size_t d = x.size();
  if (d == usual) {
    usual_times(packed, from, out);
    return;
  }
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

#pragma once
// The dot products of one vector with many rows, four rows at a time: each part of the vector is
// read once for the four, and their additions hide one another's latency.

#include <cstddef>
#include <cstring>
#include <new>
#include <span>
#include <vector>

#include "suite/numeric/dot.hpp"

namespace replaybench::numeric {

/// For vectors that begin at a cache line, so that no quad of a row lies across two.
template <class T>
struct LineAllocator {
  using value_type = T;
  static constexpr std::align_val_t line{64};

  LineAllocator() = default;
  template <class U>
  LineAllocator(const LineAllocator<U>&) {}
  T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), line)); }
  void deallocate(T* p, std::size_t) { ::operator delete(p, line); }
  friend bool operator==(LineAllocator, LineAllocator) { return true; }
};

/// Rows of numbers, each padded with zeros to padded_size().
using Rows = std::vector<double, LineAllocator<double>>;

/// Multiplies a vector with rows. A row has the vector's length or more; what follows up to the
/// next multiple of dot_lanes is there and is 0. Of the vector no more than its `size` is read; it
/// must outlive the object.
///
/// Order of additions: lane l sums the terms i = l mod 4 in order, then (0 + 1) + (2 + 3). It is
/// the same for any number of rows at once, and so are the bits.
class RowDots {
 public:
  explicit RowDots(std::span<const double> x) : x_(x.data()), whole_(x.size() / 4 * 4) {
    if (whole_ < x.size()) {
      const std::size_t last = x.size() - 1;
      tail_[0] = x_[whole_];
      tail_[1] = last > whole_ ? x_[whole_ + 1] : 0;
      tail_[2] = last > whole_ + 1 ? x_[last] : 0;
      has_tail_ = true;
    }
  }

  /// out[r] = sum of x[i] rows[r][i]. O(rows size).
  void operator()(std::span<const double* const> rows, double* out) const {
    std::size_t r = 0;
    for (; r + 4 <= rows.size(); r += 4) {
      four(rows[r], rows[r + 1], rows[r + 2], rows[r + 3], out + r);
    }
    if (r + 2 <= rows.size()) {
      two(rows[r], rows[r + 1], out + r);
      r += 2;
    }
    if (r < rows.size()) out[r] = one(rows[r]);
  }

  /// Sum of x[i] row[i]. O(size).
  double one(const double* row) const {
    Quad sums{};
    for (std::size_t i = 0; i < whole_; i += 4) add_products(sums, x_ + i, row + i);
    if (has_tail_) add_products(sums, tail_, row + whole_);
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }

 private:
  void two(const double* a, const double* b, double* out) const {
    Quad sums_a{}, sums_b{};
    for (std::size_t i = 0; i < whole_; i += 4) {
      add_products(sums_a, x_ + i, a + i);
      add_products(sums_b, x_ + i, b + i);
    }
    if (has_tail_) {
      add_products(sums_a, tail_, a + whole_);
      add_products(sums_b, tail_, b + whole_);
    }
    out[0] = (sums_a[0] + sums_a[1]) + (sums_a[2] + sums_a[3]);
    out[1] = (sums_b[0] + sums_b[1]) + (sums_b[2] + sums_b[3]);
  }

  void four(const double* a, const double* b, const double* c, const double* d, double* out) const {
    Quad sums_a{}, sums_b{}, sums_c{}, sums_d{};
    const auto add = [&](const double* x, std::size_t i) {
      add_products(sums_a, x, a + i);
      add_products(sums_b, x, b + i);
      add_products(sums_c, x, c + i);
      add_products(sums_d, x, d + i);
    };
    for (std::size_t i = 0; i < whole_; i += 4) add(x_ + i, i);
    if (has_tail_) add(tail_, whole_);
    // Lanes 0 + 1 and 2 + 3 of each row, then the sums of the two.
    const Quad ab = __builtin_shufflevector(sums_a, sums_b, 0, 4, 2, 6) +
                    __builtin_shufflevector(sums_a, sums_b, 1, 5, 3, 7);
    const Quad cd = __builtin_shufflevector(sums_c, sums_d, 0, 4, 2, 6) +
                    __builtin_shufflevector(sums_c, sums_d, 1, 5, 3, 7);
    const Quad all =
        __builtin_shufflevector(ab, cd, 0, 1, 4, 5) + __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
    std::memcpy(out, &all, sizeof all);
  }

  const double* x_;
  std::size_t whole_;  // elements in whole quads
  bool has_tail_ = false;
  double tail_[4] = {0, 0, 0, 0};
};

}  // namespace replaybench::numeric

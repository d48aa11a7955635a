#pragma once
// The two things that a linear model does with a context, dense or sparse.

#include <span>

#include "suite/model/context.hpp"
#include "suite/numeric/dot.hpp"
#include "suite/numeric/row_dots.hpp"

namespace replaybench {

/// w.x; needs w.size() >= x.size(). O(size), or O(active) for a sparse context, where the terms are
/// added in another order: the last bits may differ from the dense sum.
inline double dot(const Context& x, std::span<const double> w) {
  if (!x.is_sparse()) return numeric::dot(x.values().data(), w.data(), x.size());
  double sum = 0;
  for (const std::uint32_t i : x.active()) sum += w[i] * x[i];
  return sum;
}

/// The dot products of one context with several rows: faster than one dot() for each. A row has
/// x.size() numbers, and zeros up to the next multiple of numeric::dot_lanes.
class ContextDots {
 public:
  explicit ContextDots(const Context& x) : x_(x), dense_(x.values()) {}

  /// w.x. The same bits as in the other call.
  double operator()(const double* row) const {
    return x_.is_sparse() ? dot(x_, {row, x_.size()}) : dense_.one(row);
  }
  /// out[r] = rows[r].x.
  void operator()(std::span<const double* const> rows, double* out) const {
    if (!x_.is_sparse()) return dense_(rows, out);
    for (std::size_t r = 0; r < rows.size(); ++r) out[r] = dot(x_, {rows[r], x_.size()});
  }

 private:
  const Context& x_;
  numeric::RowDots dense_;
};

/// w += factor * x; needs w.size() >= x.size(). The same bits for sparse and dense (except for the
/// sign of zeros).
inline void add_scaled(double factor, const Context& x, std::span<double> w) {
  if (x.is_sparse()) {
    for (const std::uint32_t i : x.active()) w[i] += factor * x[i];
  } else {
    for (std::size_t i = 0; i < x.size(); ++i) w[i] += factor * x[i];
  }
}

}  // namespace replaybench

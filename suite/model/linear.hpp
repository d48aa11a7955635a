#pragma once
// The two things that a linear model does with a context, dense or sparse.

#include <span>

#include "suite/model/context.hpp"
#include "suite/numeric/dot.hpp"

namespace replaybench {

/// w.x; needs w.size() >= x.size(). O(size), or O(active) for a sparse context, where the terms are
/// added in another order: the last bits may differ from the dense sum.
inline double dot(const Context& x, std::span<const double> w) {
  if (!x.is_sparse()) return numeric::dot(x.values().data(), w.data(), x.size());
  double sum = 0;
  for (const std::uint32_t i : x.active()) sum += w[i] * x[i];
  return sum;
}

/// w += factor * x; needs w.size() >= x.size(). The same bits for sparse and dense (but for the
/// sign of zeros).
inline void add_scaled(double factor, const Context& x, std::span<double> w) {
  if (x.is_sparse()) {
    for (const std::uint32_t i : x.active()) w[i] += factor * x[i];
  } else {
    for (std::size_t i = 0; i < x.size(); ++i) w[i] += factor * x[i];
  }
}

}  // namespace replaybench

#pragma once
// Contexts that name one of n: n features, of which one is 1 and the others 0.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "suite/model/context.hpp"

namespace replaybench {

/// The one-hot contexts of 0 .. n - 1, views of memory that this owns: one 1 between n - 1 zeros on
/// either side. O(n) memory.
class OneHotContexts {
 public:
  /// Needs n >= 1.
  explicit OneHotContexts(std::size_t n) : values_(2 * n - 1, 0), places_(n) {
    values_[n - 1] = 1;
    std::iota(places_.begin(), places_.end(), 0u);
  }

  std::size_t size() const { return places_.size(); }
  /// With the list of its active feature. O(1).
  Context sparse(std::size_t i) const {
    return Context::sparse(values(i), std::span(places_).subspan(i, 1));
  }
  /// Without it. O(1).
  Context dense(std::size_t i) const { return Context(values(i)); }
  /// The place of a context's largest feature, the first of equal ones. O(n).
  static std::size_t place_in(const Context& context) {
    const auto values = context.values();
    return static_cast<std::size_t>(std::max_element(values.begin(), values.end()) -
                                    values.begin());
  }

 private:
  std::span<const double> values(std::size_t i) const {
    return std::span(values_).subspan(size() - 1 - i, size());
  }

  std::vector<double> values_;
  std::vector<std::uint32_t> places_;
};

}  // namespace replaybench

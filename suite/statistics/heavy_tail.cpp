#include "suite/statistics/heavy_tail.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "suite/numeric/elementary.hpp"
#include "suite/numeric/exact_sum.hpp"

namespace replaybench::statistics {

namespace {

constexpr std::size_t fewest_terms = 200;
constexpr std::size_t fewest_largest = 20;
constexpr double one_sided_quantile = 1.6448536269514722;  // of 95 %

}  // namespace

bool Tail::has_no_variance() const {
  return index * (1 + one_sided_quantile / std::sqrt(static_cast<double>(order))) < 2;
}

Tail tail_of(std::span<const double> terms) {
  std::vector<double> sizes;
  numeric::ExactSum total;
  for (const double term : terms) {
    if (term == 0) continue;
    sizes.push_back(std::fabs(term));
    total.add(sizes.back());
  }
  Tail tail;
  if (sizes.empty()) return tail;
  const std::size_t k = std::max(
      fewest_largest, static_cast<std::size_t>(std::sqrt(static_cast<double>(sizes.size()))));
  const std::size_t sorted = std::min(sizes.size(), k + 1);
  std::partial_sort(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(sorted), sizes.end(),
                    std::greater<>());
  numeric::ExactSum largest;
  for (std::size_t i = 0; i < std::min(largest_terms, sizes.size()); ++i) largest.add(sizes[i]);
  tail.largest_share = largest.value() / total.value();
  if (sizes.size() < fewest_terms) return tail;
  std::size_t different = 0;
  numeric::ExactSum logarithms;
  for (std::size_t i = 0; i < k; ++i) {
    different += sizes[i] != sizes[i + 1];
    logarithms.add(numeric::log(sizes[i] / sizes[k]));
  }
  if (2 * different < k) return tail;
  tail.index = static_cast<double>(k) / logarithms.value();
  tail.order = k;
  return tail;
}

}  // namespace replaybench::statistics

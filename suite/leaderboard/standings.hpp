#pragma once
// Means over tasks, the same for algorithms and evaluators.

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "suite/numeric/moments.hpp"

namespace replaybench {

/// The mean of the values that are numbers; NaN without any.
class MeanOfNumbers {
 public:
  void add(double value) {
    if (!std::isnan(value)) moments_.add(value);
  }
  double value() const {
    return moments_.count > 0 ? moments_.mean : std::numeric_limits<double>::quiet_NaN();
  }
  std::size_t count() const { return moments_.count; }

 private:
  numeric::Moments moments_;
};

/// Sorts by mean rank: entries that took part in every task first, then the other ranked entries, then entries without
/// a rank; the order of equal entries is kept.
template <class Overall>
void sort_by_mean_rank(std::vector<Overall>& entries) {
  std::stable_sort(entries.begin(), entries.end(), [](const Overall& a, const Overall& b) {
    if (a.everywhere != b.everywhere) return a.everywhere;
    if (std::isnan(a.mean_rank) || std::isnan(b.mean_rank)) {
      return !std::isnan(a.mean_rank) && std::isnan(b.mean_rank);
    }
    return a.mean_rank < b.mean_rank;
  });
}

}  // namespace replaybench

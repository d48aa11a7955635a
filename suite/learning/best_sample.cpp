#include "suite/learning/best_sample.hpp"

namespace replaybench::learning {

NormalIntervals::NormalIntervals() {
  constexpr double margin = 1e-9;
  constexpr double beyond = 7;  // of every normal_of_bits
  const auto size = ends.size();
  const auto count = static_cast<double>(size);
  for (std::size_t i = 0; i < size; ++i) {
    const auto edge = static_cast<double>(i);
    ends[i][0] = i == 0 ? -beyond : numeric::normal_quantile(edge / count) - margin;
    ends[i][1] = i + 1 == size ? beyond : numeric::normal_quantile((edge + 1) / count) + margin;
  }
}

const NormalIntervals& NormalIntervals::table() {
  static const NormalIntervals table;
  return table;
}

}  // namespace replaybench::learning

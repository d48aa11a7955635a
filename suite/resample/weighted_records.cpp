#include "suite/resample/weighted_records.hpp"

#include <cmath>
#include <stdexcept>

namespace replaybench {

WeightTable::WeightTable(std::span<const double> weights)
    : keep_(weights.size(), 1.0), other_(weights.size()) {
  double sum = 0;
  for (const double weight : weights) {
    if (!(weight > 0)) throw std::invalid_argument("WeightTable: a weight is not positive");
    sum += weight;
  }
  if (weights.empty() || weights.size() > 0xffff'ffffu || !std::isfinite(sum)) {
    throw std::invalid_argument("WeightTable: no weights, too many, or a sum that is not finite");
  }
  // Shares of an even part: those with less are filled up by those with more.
  std::vector<std::uint32_t> small, large;
  for (std::uint32_t i = 0; i < weights.size(); ++i) {
    keep_[i] = weights[i] / sum * static_cast<double>(weights.size());
    other_[i] = i;
    (keep_[i] < 1 ? small : large).push_back(i);
  }
  while (!small.empty() && !large.empty()) {
    const std::uint32_t poor = small.back();
    const std::uint32_t rich = large.back();
    small.pop_back();
    other_[poor] = rich;
    keep_[rich] = (keep_[rich] + keep_[poor]) - 1;
    if (keep_[rich] < 1) {
      large.pop_back();
      small.push_back(rich);
    }
  }
  // Records that rounding leaves in a list keep themselves with probability 1.
  for (const std::uint32_t i : small) keep_[i] = 1;
  for (const std::uint32_t i : large) keep_[i] = 1;
}

}  // namespace replaybench
